-- accept_reason: why a scan takes changed files as they are: docs/holdings.md; null for a scan that does not.
ALTER TABLE survey ADD COLUMN accept_reason VARCHAR(2000);
