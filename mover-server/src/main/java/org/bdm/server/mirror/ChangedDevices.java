package org.bdm.server.mirror;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bdm.core.id.JobId;
import org.bdm.core.store.StorePath;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.removal.PurgeCaution;

/**
 * Tells of odd directories of a mirror whose device is another one now: earlier mirrors to the same place found a file system mounted there at the
 * source. A source of an earlier version tells no devices; then nothing is said.
 */
final class ChangedDevices {
    private static final int EARLIER_MAX = 5;

    private final Catalog catalog;
    private final JobId job;
    private final StorePath root;

    /**
     * Of a mirror job.
     *
     * @param root of its tree at the destination
     */
    ChangedDevices(Catalog catalog, JobId job, StorePath root) {
        this.catalog = catalog;
        this.job = job;
        this.root = root;
    }

    /** The same cautions, with what became of the devices. */
    List<PurgeCaution> marked(List<PurgeCaution> cautions) {
        if (cautions.isEmpty()) return cautions;
        Map<StorePath, Long> now = catalog.listings().mounted(job);
        List<Map<StorePath, Long>> earlier = new ArrayList<>();
        for (JobId mirror : catalog.mirrors().before(job, EARLIER_MAX))
            earlier.add(catalog.listings().mounted(mirror));
        List<PurgeCaution> marked = new ArrayList<>();
        for (PurgeCaution caution : cautions) {
            StorePath path = belowRoot(caution.path());
            Optional<Long> before = earlier.stream()
                    .filter(mounted -> mounted.containsKey(path))
                    .findFirst()
                    .map(mounted -> mounted.get(path));
            boolean isOther = before.isPresent() && !before.get().equals(now.get(path));
            marked.add(isOther ? caution.withChangedDevice() : caution);
        }
        return marked;
    }

    private StorePath belowRoot(StorePath path) {
        int depth = root.names().size();
        return new StorePath(path.names().subList(depth, path.names().size()));
    }
}
