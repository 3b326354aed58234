"""The race between the mover, cp and other transfer programs. Entry point: racing.main."""
