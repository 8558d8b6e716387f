"""Take the pictures of docs/audit.md: python docs/images/photograph_audit.py AUDIT_FOLDER, with Chromium installed.

The pictures there are of an audit of the training images of the dataset emoji, as far as they are under MIT or
Apache-2.0, of which a fifth had moved to the folder of another class.
"""

import io
import shutil
import sys
from pathlib import Path

from PIL import Image
from selenium import webdriver
from selenium.webdriver.common.action_chains import ActionChains

HERE = Path(__file__).parent
WIDTH = 1200
SIZES = {"audit-page": 1010, "audit-decided": 640}  # heights in pixels


def photograph(browser: webdriver.Chrome, name: str) -> None:
    """Save what the window shows."""
    size = {"width": WIDTH, "height": SIZES[name], "deviceScaleFactor": 1, "mobile": False}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
    with Image.open(io.BytesIO(browser.get_screenshot_as_png())) as image:
        image.save(HERE / f"{name}.webp", quality=80)


def main(page: Path) -> None:
    """Photograph the top of the page in light, and three decisions in dark."""
    options = webdriver.ChromeOptions()
    for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars"):
        options.add_argument(argument)
    options.binary_location = str(shutil.which("chromium"))
    browser = webdriver.Chrome(options=options, service=webdriver.ChromeService(str(shutil.which("chromedriver"))))
    browser.get(page.resolve().as_uri())
    browser.execute_script("paint('light')")
    photograph(browser, "audit-page")
    browser.execute_script("paint('dark')")
    for key in "rkd":
        ActionChains(browser).send_keys(key).perform()
    browser.execute_script("document.getElementById('review').scrollIntoView()")
    photograph(browser, "audit-decided")
    browser.quit()


if __name__ == "__main__":
    main(Path(sys.argv[1]) / "audit.html")
