-- How long a file is waited for while its data node says that it is busy or stages it: docs/http-sources.md. 0: as at the start.
ALTER TABLE data_node_rule ADD COLUMN patience_seconds BIGINT DEFAULT 0 NOT NULL;
