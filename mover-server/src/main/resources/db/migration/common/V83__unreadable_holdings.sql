-- Held files that are there and could not be read. times: since their bytes were last compared. A row is out of date when the holding was
-- compared after last_ms.
CREATE TABLE unreadable_holding (
    holding_no BIGINT PRIMARY KEY,
    times INTEGER NOT NULL,
    last_ms BIGINT NOT NULL
);
