"""The paper's statements: each file here with a list `CLAIMS` is found by itself.

The claims stand in the order of the files' `POSITION`; files without one come last, in the order of their names.
"""
