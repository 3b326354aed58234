-- Exports with holdings that no node of the site offered when a server started. since_ms: the first such start.
CREATE TABLE unconfigured_export (
    export VARCHAR(63) PRIMARY KEY,
    since_ms BIGINT NOT NULL
);
