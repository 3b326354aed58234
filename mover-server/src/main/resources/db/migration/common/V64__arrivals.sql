-- Files that jobs moved here, by day: what statistics add up. Kept for good: docs/catalog.md.

-- day_no: days since 1970-01-01 in UTC; month_no: 12 * year + month - 1. shard: the node that wrote it.
-- source: a site or the host of a data node. instance_key and instance_id: empty for files whose directories name no dataset version.
CREATE TABLE arrival (
    day_no INTEGER NOT NULL,
    job_no BIGINT NOT NULL,
    shard BIGINT NOT NULL,
    source VARCHAR(255) NOT NULL,
    instance_key BYTEA NOT NULL,
    instance_id VARCHAR(1024) NOT NULL,
    month_no INTEGER NOT NULL,
    files BIGINT NOT NULL,
    bytes BIGINT NOT NULL,
    PRIMARY KEY (day_no, job_no, shard, source, instance_key)
);
