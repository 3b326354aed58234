-- Rows of files are updated once: room for the new version beside the old one keeps the index untouched.
ALTER TABLE file_entry SET (fillfactor = 80);
ALTER TABLE job_count SET (fillfactor = 50);
