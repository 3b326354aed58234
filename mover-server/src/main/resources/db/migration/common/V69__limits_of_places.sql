-- Limits of active files, of exports and of nodes: docs/how-to/limit-links.md. 0 is no limit.

-- files: under way at once, of sessions of the link.
ALTER TABLE link_limit ADD COLUMN files INTEGER DEFAULT 0 NOT NULL;

-- kind: EXPORT or NODE. name: of the export of this site, or the number of the node.
-- in_bytes_per_second, streams, files: of what comes into it. out_bytes_per_second: of what is sent from it.
CREATE TABLE place_limit (
    kind VARCHAR(20) NOT NULL,
    name VARCHAR(63) NOT NULL,
    in_bytes_per_second BIGINT NOT NULL,
    out_bytes_per_second BIGINT NOT NULL,
    streams INTEGER NOT NULL,
    files INTEGER NOT NULL,
    note VARCHAR(1000) NOT NULL,
    changed_by VARCHAR(200) NOT NULL,
    changed_at TIMESTAMP WITH TIME ZONE NOT NULL,
    PRIMARY KEY (kind, name)
);

-- As before, by export of this site too; '' where the use is not of one export. Its rows live for seconds: nothing is lost with them. A node
-- of an earlier version does not tell the export.
DROP TABLE link_use;
CREATE TABLE link_use (
    node_no BIGINT NOT NULL,
    job_no BIGINT NOT NULL,
    source VARCHAR(255) NOT NULL,
    into_export VARCHAR(63) DEFAULT '' NOT NULL,
    whole INTEGER NOT NULL,
    sessions INTEGER NOT NULL,
    weight INTEGER DEFAULT 4 NOT NULL,
    streams INTEGER NOT NULL,
    bytes_per_second BIGINT NOT NULL,
    demand BIGINT NOT NULL,
    job_part BIGINT NOT NULL,
    at_ms BIGINT NOT NULL,
    PRIMARY KEY (node_no, job_no, source, into_export, whole)
);
