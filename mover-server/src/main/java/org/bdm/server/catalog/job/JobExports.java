package org.bdm.server.catalog.job;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.bdm.core.id.JobId;
import org.bdm.core.transfer.Endpoint;
import org.bdm.server.catalog.db.ChangeWork;
import org.jspecify.annotations.Nullable;

/**
 * The exports that the items of a job go to: only a node that has all of them lists and ends the job. Gathered while the job is received;
 * belongs to that thread.
 */
final class JobExports {
    /** True of a job {@code j} whose exports the node of the argument offers, all of them. */
    static final String ARE_AT_NODE = "NOT EXISTS (SELECT 1 FROM job_export e WHERE e.job_no = j.job_no AND NOT EXISTS"
            + " (SELECT 1 FROM node_export o WHERE o.node_no = ? AND o.export = e.export AND o.is_writable))";

    private final Set<String> names = new TreeSet<>();
    private String lastPrefix = "";

    /** Of a job that is submitted as a whole. */
    static JobExports of(List<SubmittedItem> items) {
        JobExports exports = new JobExports();
        items.forEach(exports::add);
        return exports;
    }

    static JobExports named(List<String> exports) {
        JobExports made = new JobExports();
        made.names.addAll(exports);
        return made;
    }

    void add(SubmittedItem item) {
        String destination = item.destination();
        if (!lastPrefix.isEmpty() && destination.startsWith(lastPrefix)) return; // as most items: parsing costs more
        Endpoint endpoint = Endpoint.parse(destination);
        names.add(endpoint.export().value());
        lastPrefix = prefix(destination, endpoint);
    }

    /** Up to the slash behind the export; empty if that is not where it is looked for. */
    private static String prefix(String destination, Endpoint endpoint) {
        String name = "/" + endpoint.export().value() + "/";
        int at = destination.indexOf(name);
        return at < 0 ? "" : destination.substring(0, at + name.length());
    }

    /** Adds those that the job does not have yet; the row of the job is locked. */
    void insertMissing(ChangeWork work, JobId job) {
        for (String name : names) {
            work.sql()
                    .update(
                            "INSERT INTO job_export (job_no, export) SELECT CAST(? AS BIGINT), CAST(? AS VARCHAR(63))"
                                    + " WHERE NOT EXISTS (SELECT 1 FROM job_export WHERE job_no = ? AND export = ?)",
                            job.number(),
                            name,
                            job.number(),
                            name);
        }
    }

    void insert(ChangeWork work, JobId job) {
        List<@Nullable Object[]> rows = new ArrayList<>();
        for (String name : names) rows.add(new Object[] {job.number(), name});
        work.sql().batch("INSERT INTO job_export (job_no, export) VALUES (?, ?)", rows);
    }
}
