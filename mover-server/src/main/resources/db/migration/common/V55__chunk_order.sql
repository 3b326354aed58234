-- The order in which the chunks of a job are handed out that nobody has begun: lower turns first. Written when the chunk is cut, by the
-- option 'order' of its job: 0 if they go as they were listed, as in jobs of earlier versions.
ALTER TABLE file_chunk ADD COLUMN claim_turn BIGINT DEFAULT 0 NOT NULL;
DROP INDEX file_chunk_claim;
CREATE INDEX file_chunk_claim ON file_chunk (job_no, state, available_ms, claim_turn, chunk_id);
