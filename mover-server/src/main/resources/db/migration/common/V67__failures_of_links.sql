-- Tries of files over a link that failed, beside the files that were finished: docs/web-ui.md shows their share.
ALTER TABLE link_rate ADD COLUMN failures BIGINT DEFAULT 0 NOT NULL;
