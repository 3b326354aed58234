-- How many requests an index got on a day, for its daily budget: docs/discovery.md. Days are counted from 1970-01-01, UTC.

CREATE TABLE index_requests (
    index_name VARCHAR(64) NOT NULL,
    day_no BIGINT NOT NULL,
    requests BIGINT NOT NULL,
    PRIMARY KEY (index_name, day_no)
);
