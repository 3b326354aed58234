-- How files are brought from the tapes of a data node, as people say while the server runs: docs/how-to/from-tape.md.
-- '' and 0: as at the start.
ALTER TABLE data_node_rule ADD COLUMN staging VARCHAR(20) DEFAULT '' NOT NULL;
ALTER TABLE data_node_rule ADD COLUMN staging_patience_seconds BIGINT DEFAULT 0 NOT NULL;
ALTER TABLE data_node_rule ADD COLUMN staging_window INTEGER DEFAULT 0 NOT NULL;
ALTER TABLE data_node_rule ADD COLUMN staging_prefix VARCHAR(2000) DEFAULT '' NOT NULL;

-- How fast the tapes of a data node are: means over its last recalls, by which it is predicted how long files still wait.
CREATE TABLE tape_pace (
    origin VARCHAR(400) PRIMARY KEY,
    recalls BIGINT NOT NULL,
    waited_ms BIGINT NOT NULL,
    outstanding_milli BIGINT NOT NULL
);
