-- What jobs took, for estimates: docs/estimates.md. Rows outlive the files of their jobs.

-- What one node transferred of a job from one source; written when a run of it stops.
-- source: the name of a site, or the host of a data node.
-- active_millis: from the begin of a run to its last outcome, summed over runs.
-- Files and bytes are those that are DONE: tiny below 64 KiB, small below 4 MiB, medium below 256 MiB.
CREATE TABLE transfer_part (
    job_no BIGINT NOT NULL,
    node_no BIGINT NOT NULL,
    source VARCHAR(255) NOT NULL,
    began_ms BIGINT NOT NULL,
    ended_ms BIGINT NOT NULL,
    active_millis BIGINT NOT NULL,
    first_byte_millis BIGINT,
    streams INTEGER NOT NULL,
    bytes_checked BIGINT NOT NULL,
    tiny_files BIGINT NOT NULL,
    tiny_bytes BIGINT NOT NULL,
    small_files BIGINT NOT NULL,
    small_bytes BIGINT NOT NULL,
    medium_files BIGINT NOT NULL,
    medium_bytes BIGINT NOT NULL,
    large_files BIGINT NOT NULL,
    large_bytes BIGINT NOT NULL,
    PRIMARY KEY (job_no, node_no, source)
);
CREATE INDEX transfer_part_source ON transfer_part (source, job_no);

-- A job that ended by itself; its parts count from then on.
-- predicted_millis: what an estimate said of the same work without this job; the differences spread the next estimates.
CREATE TABLE job_timing (
    job_no BIGINT PRIMARY KEY,
    started_ms BIGINT NOT NULL,
    ended_ms BIGINT NOT NULL,
    files_listed BIGINT NOT NULL,
    listing_millis BIGINT NOT NULL,
    predicted_millis BIGINT NOT NULL
);
