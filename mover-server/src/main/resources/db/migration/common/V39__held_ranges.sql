-- CRC-32C of each range of held files above 8 MiB: docs/holdings.md. They tell where a file is damaged, not that it is right.
-- algorithm, digest: of the whole file that has these ranges. A row is of use only as long as its holding has that digest.
-- crc32c: 4 bytes for each range, big-endian; at most 4,096 ranges.
CREATE TABLE held_ranges (
    holding_no BIGINT PRIMARY KEY,
    algorithm SMALLINT NOT NULL,
    digest BYTEA NOT NULL,
    size BIGINT NOT NULL,
    range_bytes BIGINT NOT NULL,
    crc32c BYTEA NOT NULL
);
