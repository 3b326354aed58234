-- A measurement is a job of kind BENCH: docs/explain.md. job_no: 0 for those of earlier versions. wanted_s: how long it takes.
-- export: what it writes to; empty if it writes nothing. runs: how often it was begun. disks: what was read and written, for people.
ALTER TABLE link_bench ADD COLUMN job_no BIGINT DEFAULT 0 NOT NULL;
ALTER TABLE link_bench ADD COLUMN wanted_s INTEGER DEFAULT 10 NOT NULL;
ALTER TABLE link_bench ADD COLUMN export VARCHAR(63) DEFAULT '' NOT NULL;
ALTER TABLE link_bench ADD COLUMN runs INTEGER DEFAULT 0 NOT NULL;
ALTER TABLE link_bench ADD COLUMN disks VARCHAR(600) DEFAULT '' NOT NULL;
UPDATE link_bench SET took_ms = 0, trouble = 'the server ended while it ran' WHERE took_ms < 0;
CREATE INDEX link_bench_job ON link_bench (job_no);
