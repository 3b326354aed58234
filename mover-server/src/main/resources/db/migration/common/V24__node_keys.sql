-- Keys of nodes for which the key of the site vouches: the key that a node asks for, base64, and the certificates that it got: its own, a space, that of the site.
ALTER TABLE node ADD COLUMN public_key VARCHAR(200);
ALTER TABLE node ADD COLUMN certificates VARCHAR(8000);
ALTER TABLE node ADD COLUMN certified_until TIMESTAMP WITH TIME ZONE;
