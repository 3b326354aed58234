"""Bits flip in an archive that nobody reads: does the scrub find them, and what does a repair fetch?"""
