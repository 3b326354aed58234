-- Mirror jobs and the plans of removal that they make: docs/purge.md, "Mirrors".

-- One row for each mirror job that SUCCEEDED, written with its end. plan_no: the plan that is made, or was.
CREATE TABLE mirror (
    job_no BIGINT PRIMARY KEY,
    state SMALLINT NOT NULL,
    destination VARCHAR(13000) NOT NULL,
    plan_no BIGINT,
    text VARCHAR(2000) NOT NULL
);
CREATE INDEX mirror_state ON mirror (state, job_no);

-- The largest directories of a plan, largest first.
CREATE TABLE purge_directory (
    plan_no BIGINT NOT NULL,
    ordinal INTEGER NOT NULL,
    path BYTEA NOT NULL,
    files BIGINT NOT NULL,
    bytes BIGINT NOT NULL,
    PRIMARY KEY (plan_no, ordinal)
);

-- mirror_job: the job that made the plan; NULL for a plan of datasets. destination_files: what was found at its destination.
ALTER TABLE purge_plan ADD COLUMN mirror_job BIGINT;
ALTER TABLE purge_plan ADD COLUMN destination_files BIGINT DEFAULT 0 NOT NULL;
