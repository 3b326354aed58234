-- A job that somebody cancelled and that has not ended yet: its work stops, what is placed already is recorded, then it is CANCELLED.
ALTER TABLE job ADD COLUMN is_cancelling BOOLEAN DEFAULT FALSE NOT NULL;
