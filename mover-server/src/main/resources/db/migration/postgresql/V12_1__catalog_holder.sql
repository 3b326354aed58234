-- The process that holds this catalog: one row. H2 locks its file, and has no such table.
CREATE TABLE catalog_holder (
    holder_no BIGINT PRIMARY KEY,
    name VARCHAR(1000) NOT NULL,
    place VARCHAR(1000) NOT NULL,
    since TIMESTAMP WITH TIME ZONE NOT NULL,
    is_released BOOLEAN NOT NULL
);
