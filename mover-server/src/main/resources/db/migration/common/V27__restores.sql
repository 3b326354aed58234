-- Restores of this catalog from a backup: what a work area on disk says of jobs and leases may be of a life that the catalog has forgotten.
-- restored_no: grows with each restore.
ALTER TABLE own_site ADD COLUMN restored_no BIGINT DEFAULT 0 NOT NULL;

-- The restore after which the work areas in this directory were removed; -1: never looked at.
ALTER TABLE export_root ADD COLUMN cleared_no BIGINT DEFAULT 0 NOT NULL;

-- The rows of a table between two keys, as 'catalog move' copies them into this catalog; there are none once it is finished.
-- after_number, end_number: the range of the first column of the key, without the first of the two; null: to the end of the table.
-- last_key: of the last row that is here; null: none yet.
-- row_count, check_sum: of the rows that were read for it so far; check_sum adds up, whatever the order of the rows.
CREATE TABLE move_range (
    range_no INTEGER PRIMARY KEY,
    table_name VARCHAR(64) NOT NULL,
    after_number BIGINT,
    end_number BIGINT,
    last_key VARCHAR(2000),
    row_count BIGINT NOT NULL,
    check_sum BIGINT NOT NULL,
    is_copied BOOLEAN NOT NULL
);
