-- Limits of the links of this site: docs/how-to/limit-links.md. A link leads from a source to this site.

-- source: the name of a site, the host of a data node, or '*' for everything that comes to this site. 0 is no limit.
CREATE TABLE link_limit (
    source VARCHAR(255) PRIMARY KEY,
    bytes_per_second BIGINT NOT NULL,
    streams INTEGER NOT NULL,
    note VARCHAR(1000) NOT NULL,
    changed_by VARCHAR(200) NOT NULL,
    changed_at TIMESTAMP WITH TIME ZONE NOT NULL
);
INSERT INTO shared_version (name, version) VALUES ('limits', 0);

-- What each node takes over each link now. at_ms: by the clock of the leases.
-- job_no: 0 for the requests of a node to a data node, which it makes for all jobs together.
-- source: as above; '' for a session that reads from many places.
-- whole: 1 for the session as a whole, which limits of jobs and of this site count; 0 for one place of such a session.
-- demand: bytes/s that it would take at most; the largest number if it takes all it gets.
-- job_part: its part of the limit of its job, in bytes/s; the largest number without one.
CREATE TABLE link_use (
    node_no BIGINT NOT NULL,
    job_no BIGINT NOT NULL,
    source VARCHAR(255) NOT NULL,
    whole INTEGER NOT NULL,
    sessions INTEGER NOT NULL,
    streams INTEGER NOT NULL,
    bytes_per_second BIGINT NOT NULL,
    demand BIGINT NOT NULL,
    job_part BIGINT NOT NULL,
    at_ms BIGINT NOT NULL,
    PRIMARY KEY (node_no, job_no, source, whole)
);

-- A limit that a person set is named with its numbers.
ALTER TABLE job_progress ALTER COLUMN limited_by SET DATA TYPE VARCHAR(400);
