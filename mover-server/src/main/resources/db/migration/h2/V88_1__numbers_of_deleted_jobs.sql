-- No number is given again: jobs that were deleted had theirs.
UPDATE running_number SET last_number = GREATEST(last_number, (SELECT CAST(identity_base AS BIGINT) - 1
        FROM information_schema.columns
        WHERE LOWER(table_name) = 'job' AND LOWER(column_name) = 'job_no' AND table_schema = CURRENT_SCHEMA))
    WHERE name = 'job';
