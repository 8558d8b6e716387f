"""Errors that are no fault of the code: shown to the user as one sentence, without a traceback."""


class PrismError(Exception):
    """One sentence that says what is wrong and what to do about it."""


class InputError(PrismError, ValueError):
    """A value that cannot be worked with."""


class MissingPackageError(PrismError, ImportError):
    """A package that is not installed, because only an extra brings it."""


class NonFiniteError(InputError):
    """A NaN or an infinity where a finite number is needed."""
