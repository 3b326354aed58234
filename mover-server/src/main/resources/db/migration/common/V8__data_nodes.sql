-- What data nodes lack, and how it went with them: docs/catalog.md says how long it is kept.
-- Locations are URLs of at most 4,000 characters; location_hash is the first 8 bytes of their SHA-256.

-- Copies that were not found when they were asked for (404, 410). One that brings bytes again loses its row.
CREATE TABLE missing_copy (
    location_hash BIGINT PRIMARY KEY,
    location VARCHAR(4000) NOT NULL,
    occasions INTEGER NOT NULL,
    first_seen_ms BIGINT NOT NULL,
    last_counted_ms BIGINT NOT NULL,
    last_seen_ms BIGINT NOT NULL
);
CREATE INDEX missing_copy_seen ON missing_copy (last_seen_ms, location_hash);

-- What one connection to a data node brought, and its last trouble if there was no success since.
CREATE TABLE data_node_history (
    node VARCHAR(300) PRIMARY KEY,
    bytes_per_second BIGINT,
    measured_ms BIGINT,
    trouble VARCHAR(2000),
    trouble_until_ms BIGINT
);
