"""What goes wrong through no fault of the code: shown to the user as one sentence, without a traceback."""


class PrismError(Exception):
    """One sentence that says what is wrong and what to do about it."""


class NonFiniteError(PrismError, ValueError):
    """A NaN or an infinity where a finite number is needed."""
