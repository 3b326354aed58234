-- Since when a hook takes nothing: milliseconds since 1970, 0 while it takes what it is sent. docs/hooks.md.
ALTER TABLE hook ADD COLUMN failing_ms BIGINT DEFAULT 0 NOT NULL;
UPDATE hook SET failing_ms = failed_ms WHERE failures > 0;
