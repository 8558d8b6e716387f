"""`make bench`: one table of ratios."""

import torch

from benchmarks import image_store, prism_step, retrieval


def main() -> None:
    torch.set_num_threads(1)
    print(f"one thread, torch {torch.__version__}\n\n| what | ours (ms) | other (ms) | ratio |\n|---|---|---|---|")
    for module in (prism_step, retrieval, image_store):
        for name, ours, other in module.measure():
            print(f"| {name} | {1e3 * ours:.2f} | {1e3 * other:.2f} | {ours / other:.2f} |")
    print(f"\n{image_store.memory()}")


main()
