-- closed: of a chunk that waits, 1 if every open file waits because all its sources are closed, 2 if some files do, else 0.
ALTER TABLE file_chunk ADD COLUMN closed SMALLINT DEFAULT 0 NOT NULL;
