"""The filter in the form that other libraries expect."""
