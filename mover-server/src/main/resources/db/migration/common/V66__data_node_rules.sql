-- Settings of data nodes that people change while the server runs: docs/how-to/set-up-data-nodes.md. They win over those of the start.

-- connections: 0 as at the start. preference: 0 asked first, 1 usual, 2 last. ca_pem, token: '' as at the start.
-- token: in the clear, because it is sent.
CREATE TABLE data_node_rule (
    node VARCHAR(300) PRIMARY KEY,
    connections INTEGER NOT NULL,
    preference SMALLINT NOT NULL,
    ca_pem VARCHAR(200000) NOT NULL,
    token VARCHAR(20000) NOT NULL,
    note VARCHAR(1000) NOT NULL,
    changed_by VARCHAR(200) NOT NULL,
    changed_at TIMESTAMP WITH TIME ZONE NOT NULL
);
INSERT INTO shared_version (name, version) VALUES ('data-nodes', 0);
