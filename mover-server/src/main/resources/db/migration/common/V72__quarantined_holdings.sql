-- What goes into the quarantine takes its holding along, and brings it back: docs/purge.md, "Mirrors".

-- Holdings of files that a mirror plan moved into the quarantine. Their digests stay in their tables, under the same holding_no.
CREATE TABLE quarantined_holding (
    plan_no BIGINT NOT NULL,
    file_no BIGINT NOT NULL,
    holding_no BIGINT NOT NULL,
    dir_no BIGINT NOT NULL,
    name BYTEA NOT NULL,
    dataset_no BIGINT,
    size BIGINT NOT NULL,
    modified_s BIGINT NOT NULL,
    modified_ns INTEGER NOT NULL,
    state SMALLINT NOT NULL,
    since_ms BIGINT NOT NULL,
    inode BIGINT,
    checked_ms BIGINT NOT NULL,
    seen_size BIGINT,
    seen_s BIGINT,
    seen_ns INTEGER,
    seen_ms BIGINT,
    PRIMARY KEY (plan_no, file_no)
);

-- What of a plan is in the quarantine now: rows of purge_file that are QUARANTINED.
ALTER TABLE purge_plan ADD COLUMN quarantined_files BIGINT DEFAULT 0 NOT NULL;
ALTER TABLE purge_plan ADD COLUMN quarantined_bytes BIGINT DEFAULT 0 NOT NULL;
UPDATE purge_plan SET
    quarantined_files = (SELECT COUNT(*) FROM purge_file f WHERE f.plan_no = purge_plan.plan_no AND f.outcome = 3),
    quarantined_bytes =
        COALESCE((SELECT SUM(f.size) FROM purge_file f WHERE f.plan_no = purge_plan.plan_no AND f.outcome = 3), 0)
    WHERE mirror_job IS NOT NULL AND begun_at IS NOT NULL;
-- RESTORED, with files that could not be moved back.
UPDATE purge_plan SET state = 11 WHERE state = 8 AND quarantined_files > 0;

-- TRUE: its files are what the job replaced (--on-conflict update).
ALTER TABLE purge_plan ADD COLUMN replaces BOOLEAN DEFAULT FALSE NOT NULL;
