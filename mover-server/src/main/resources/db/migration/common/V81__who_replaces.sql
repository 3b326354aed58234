-- A file that a job is about to replace: it is PENDING in its plan while a process moves it. node_no, run_no: that process, as in the table node;
-- another session of the job must not take the file for what a dead process left. A row goes when it is recorded what became of the file.
CREATE TABLE file_being_replaced (
    plan_no BIGINT NOT NULL,
    file_no BIGINT NOT NULL,
    node_no BIGINT NOT NULL,
    run_no BIGINT NOT NULL,
    PRIMARY KEY (plan_no, file_no)
);

-- What an earlier version left; no process has the number 0.
INSERT INTO file_being_replaced (plan_no, file_no, node_no, run_no)
SELECT f.plan_no, f.file_no, 0, 0 FROM purge_plan p JOIN purge_file f ON f.plan_no = p.plan_no WHERE p.replaces AND f.outcome = 0;
