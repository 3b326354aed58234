-- What links and jobs moved, by time: docs/catalog.md. Each node writes its own share; who reads adds them up.

-- step_seconds: 10 (kept for an hour) or 300 (kept for 31 days); the same bytes are in both. at_ms: begin of the step.
-- source: the name of a site, or the host of a data node; empty for the rest when one node read from many.
CREATE TABLE link_rate (
    step_seconds INTEGER NOT NULL,
    at_ms BIGINT NOT NULL,
    source VARCHAR(255) NOT NULL,
    node_no BIGINT NOT NULL,
    bytes BIGINT NOT NULL,
    files BIGINT NOT NULL,
    PRIMARY KEY (step_seconds, at_ms, source, node_no)
);

-- All rows of a job and a node have the same step: 10 s, doubled whenever there would be more than 500 of them.
CREATE TABLE job_rate (
    job_no BIGINT NOT NULL,
    node_no BIGINT NOT NULL,
    at_ms BIGINT NOT NULL,
    step_seconds INTEGER NOT NULL,
    bytes BIGINT NOT NULL,
    files BIGINT NOT NULL,
    PRIMARY KEY (job_no, node_no, at_ms)
);
CREATE INDEX job_rate_age ON job_rate (at_ms);
