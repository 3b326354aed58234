-- Which directories of a source are file systems of their own: docs/purge.md, "Mirrors".

-- device: of the file system that is mounted there at the source; null if none is, or an earlier version listed it.
ALTER TABLE directory ADD COLUMN device BIGINT;

-- device_changed: the device of the directory is another one than an earlier mirror of the same destination found.
ALTER TABLE purge_caution ADD COLUMN device_changed BOOLEAN DEFAULT FALSE NOT NULL;
