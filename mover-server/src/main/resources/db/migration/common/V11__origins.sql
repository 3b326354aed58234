-- From where files came that could come from sites and from data nodes: docs/replica-sets.md says when that is kept.
-- place: bdm://SITE/EXPORT, or host[:port] of a data node.

CREATE TABLE file_origin (
    file_id BIGINT NOT NULL,
    ordinal SMALLINT NOT NULL,
    place VARCHAR(300) NOT NULL,
    bytes BIGINT NOT NULL,
    PRIMARY KEY (file_id, ordinal)
);

-- Their sums. shard: as in job_count.
CREATE TABLE job_origin (
    job_no BIGINT NOT NULL,
    shard BIGINT NOT NULL,
    place VARCHAR(300) NOT NULL,
    files BIGINT NOT NULL,
    bytes BIGINT NOT NULL,
    PRIMARY KEY (job_no, shard, place)
);
