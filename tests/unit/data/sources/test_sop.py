from pathlib import Path

from archives import entries_of, jpegs, served, summary, write_zip
from prism.data.entry import Count
from prism.data.sources.sop import SOURCE
from server import Server

HEADER = "image_id class_id super_class_id path\n"
FILES = jpegs(f"Stanford_Online_Products/{path}" for path in ("bicycle_final/1_0.JPG", "toaster_final/9_0.JPG")) | {
    "Stanford_Online_Products/Ebay_train.txt": f"{HEADER}1 1 1 bicycle_final/1_0.JPG\n".encode(),
    "Stanford_Online_Products/Ebay_test.txt": f"{HEADER}1 11319 12 toaster_final/9_0.JPG\n".encode(),
}


def test_from_archive_to_entries(server: Server, tmp_path: Path) -> None:
    write_zip(tmp_path / "packed/Stanford_Online_Products.zip", FILES)
    server.serve(tmp_path / "packed")
    source = served(SOURCE, server.base, tmp_path / "packed", {"train": Count(1, 1), "test": Count(1, 1)})
    entries = entries_of(source, tmp_path / "raw")
    assert summary(entries) == [("train", "00001", "1_0.JPG"), ("test", "11319", "9_0.JPG")]
