-- Limits of what this site sends: docs/how-to/limit-links.md. Those of what comes to it are in link_limit.

-- destination: the name of a site, or '*' for all sites together. 0 is no limit.
CREATE TABLE sending_limit (
    destination VARCHAR(255) PRIMARY KEY,
    bytes_per_second BIGINT NOT NULL,
    note VARCHAR(1000) NOT NULL,
    changed_by VARCHAR(200) NOT NULL,
    changed_at TIMESTAMP WITH TIME ZONE NOT NULL
);
