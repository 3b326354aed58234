-- Files that were taken from what this site holds already, instead of being moved: docs/replica-sets.md says when.

-- Inode when its digest was computed here; null if that is not known.
ALTER TABLE holding ADD COLUMN inode BIGINT;

ALTER TABLE job_count ADD COLUMN reused_files BIGINT DEFAULT 0 NOT NULL;
ALTER TABLE job_count ADD COLUMN reused_bytes BIGINT DEFAULT 0 NOT NULL;

-- A row for each DONE file of which anything was reused. way: 1 its bytes were copied, 2 it is a second name of the same file.
CREATE TABLE reused_file (
    file_id BIGINT PRIMARY KEY,
    way SMALLINT NOT NULL,
    bytes BIGINT NOT NULL,
    taken_from VARCHAR(13000) NOT NULL
);
