package org.bdm.server.catalog.job;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.JobId;
import org.bdm.server.catalog.db.CatalogParts;
import org.bdm.server.catalog.db.Statements;

/** Finds two stored entries of a job with one destination: reads the few whose hashes say that it may be so. */
record DuplicateDestinations(CatalogParts parts, JobId job) {
    /**
     * Refuses a list that has one destination twice.
     *
     * @throws MoverException DUPLICATE_DESTINATION, which names both entries
     */
    void refuse(DestinationHashes hashes) {
        Map<String, Integer> numbers = new HashMap<>();
        for (List<Integer> part :
                Statements.parts(Arrays.stream(hashes.repeated()).boxed().toList())) {
            for (Suspect suspect : suspects(part)) {
                Integer before = numbers.putIfAbsent(suspect.destination(), suspect.number());
                if (before != null) throw Submissions.duplicate(before, suspect.number(), suspect.destination());
            }
        }
    }

    private List<Suspect> suspects(List<Integer> numbers) {
        long first = FileNumber.first(job);
        return parts.read(sql -> sql.list(
                "SELECT item_id, destination FROM job_item WHERE item_id IN (" + Statements.marks(numbers.size())
                        + ") ORDER BY item_id",
                (row, at) -> new Suspect((int) (row.getLong(1) - first), row.getString(2)),
                numbers.stream().map(number -> first + number).toArray()));
    }

    private record Suspect(int number, String destination) {}
}
