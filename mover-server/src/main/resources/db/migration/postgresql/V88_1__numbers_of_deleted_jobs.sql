-- No number is given again: jobs that were deleted had theirs.
UPDATE running_number SET last_number = GREATEST(last_number,
        COALESCE(pg_sequence_last_value(CAST(pg_get_serial_sequence('job', 'job_no') AS regclass)), 0))
    WHERE name = 'job';
