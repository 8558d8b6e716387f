"""Tables, figures and the report, from the collected metrics."""
