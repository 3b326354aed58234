-- Lists that arrive in several requests. The job is in state RECEIVING_PARTS (5), and item_count says how many entries are stored.

-- When the last entries came; null unless the list arrives in parts.
ALTER TABLE job ADD COLUMN list_part_ms BIGINT;

-- The entries of each transaction of such a list: 8 bytes an entry, the first of SHA-256 of the destination. They tell a repeated entry from
-- another one, and find destinations that occur twice. Deleted when the list is complete.
CREATE TABLE job_list_part (
    job_no BIGINT NOT NULL,
    first_item INTEGER NOT NULL,
    items INTEGER NOT NULL,
    destination_hashes BYTEA NOT NULL,
    PRIMARY KEY (job_no, first_item)
);
