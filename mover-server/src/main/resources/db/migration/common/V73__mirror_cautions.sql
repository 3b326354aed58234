-- Directories of a mirror plan that look as if their file system were not mounted at the source: docs/purge.md, "Mirrors".

-- kind: 1 lists as empty, 2 is gone, 3 lost most of its files. files: of the plan in it. of_files: at the destination in it.
CREATE TABLE purge_caution (
    plan_no BIGINT NOT NULL,
    ordinal INTEGER NOT NULL,
    path BYTEA NOT NULL,
    kind SMALLINT NOT NULL,
    files BIGINT NOT NULL,
    of_files BIGINT NOT NULL,
    PRIMARY KEY (plan_no, ordinal)
);

-- cautions: its rows in purge_caution.
ALTER TABLE purge_plan ADD COLUMN cautions INTEGER DEFAULT 0 NOT NULL;
