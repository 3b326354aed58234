-- Each change of a number of workers that the controller of a session decided: docs/adaptation.md. The newest 1,000 of a job.

-- decision_no: 1, 2, .. of the job, also when older rows are gone. source: the name of a site, or the host of a data node.
-- stage: streams, readers, writers or hashers. bytes_per_second: measured in the interval before the decision.
CREATE TABLE job_decision (
    job_no BIGINT NOT NULL,
    decision_no BIGINT NOT NULL,
    decided_ms BIGINT NOT NULL,
    source VARCHAR(255) NOT NULL,
    stage VARCHAR(20) NOT NULL,
    number_before INTEGER NOT NULL,
    number_after INTEGER NOT NULL,
    bytes_per_second BIGINT NOT NULL,
    text VARCHAR(1000) NOT NULL,
    PRIMARY KEY (job_no, decision_no)
);
