"""What the bench 'buckets' is made of."""
