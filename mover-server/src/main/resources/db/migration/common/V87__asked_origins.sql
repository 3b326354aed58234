-- By how many requests the bytes of a file came from a data node, and over how long: docs/http-sources.md, "Who vouches for the content".

-- requests: that brought bytes. millis: from the begin of the first to the last byte. Null for sites, and for files of earlier versions.
ALTER TABLE file_origin ADD COLUMN requests INTEGER;
ALTER TABLE file_origin ADD COLUMN millis BIGINT;
