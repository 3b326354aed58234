"""Several nodes of one site, each behind a link of its own: do they move as much as their links carry?"""
