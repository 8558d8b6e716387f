"""`python -m prism VERB`."""

from prism.cli import main

main()
