-- Files of jobs that keep hard links, which have other names at the source: docs/decisions/0042-hard-links.md. Names of one item with the same
-- device and inode are one file there.
CREATE TABLE linked_name (
    file_id BIGINT PRIMARY KEY,
    job_no BIGINT NOT NULL,
    item_no INTEGER NOT NULL,
    device BIGINT NOT NULL,
    inode BIGINT NOT NULL
);
CREATE INDEX linked_name_file ON linked_name (job_no, item_no, device, inode, file_id);
