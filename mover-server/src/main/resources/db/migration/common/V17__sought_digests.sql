-- Which holdings are found by their digest: files of datasets, and others of at least 1 MiB (docs/catalog.md says why not all).
-- sought: the first 8 bytes of the digest; null for a holding that is not to be found by it.

DROP INDEX holding_digest_value;
ALTER TABLE holding_digest ADD COLUMN sought BYTEA;
UPDATE holding_digest SET sought = SUBSTRING(digest FROM 1 FOR 8)
    WHERE holding_no IN (SELECT holding_no FROM holding WHERE dataset_no IS NOT NULL OR size >= 1048576);
CREATE INDEX holding_digest_sought ON holding_digest (sought, holding_no);
