-- The tables with a row for each file or item are partitioned by ranges of jobs, so that the rows of long lists go at once, as files of the
-- database: docs/catalog.md. What is there becomes the first partition; it is read once, since its last id is now said, and not copied.
-- The name of a partition ends with the number of its first job.
DO $$
DECLARE
    kept RECORD;
    behind TEXT := 'MAXVALUE';
BEGIN
    IF EXISTS (SELECT 1 FROM job) THEN
        SELECT CAST((MAX(job_no) + 1) * 134217728 AS TEXT) INTO behind FROM job;
    END IF;
    FOR kept IN
        SELECT *
        FROM (VALUES ('file_origin', 'file_id', 'file_id, ordinal'),
                     ('reused_file', 'file_id', 'file_id'),
                     ('expected_digest', 'file_id', 'file_id, algorithm'),
                     ('file_entry', 'file_id', 'file_id'),
                     ('directory', 'dir_id', 'dir_id'),
                     ('job_item_copy', 'item_id', 'item_id, ordinal'),
                     ('job_item', 'item_id', 'item_id')) AS t (name, id, primary_key)
    LOOP
        EXECUTE format('ALTER TABLE %I RENAME TO %I', kept.name, kept.name || '_j0');
        EXECUTE format('ALTER INDEX %I RENAME TO %I', kept.name || '_pkey', kept.name || '_j0_pkey');
        EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING DEFAULTS, PRIMARY KEY (%s)) PARTITION BY RANGE (%I)',
            kept.name, kept.name || '_j0', kept.primary_key, kept.id);
        EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (MINVALUE) TO (%s)',
            kept.name, kept.name || '_j0', behind);
        IF behind <> 'MAXVALUE' THEN
            EXECUTE format('CREATE TABLE %I PARTITION OF %I FOR VALUES FROM (%s) TO (MAXVALUE)',
                kept.name || '_j' || CAST(behind AS BIGINT) / 134217728, kept.name, behind);
        END IF;
    END LOOP;
END
$$;
