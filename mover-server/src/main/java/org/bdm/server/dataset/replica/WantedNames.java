package org.bdm.server.dataset.replica;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.server.drs.DatasetName;

/** The dataset versions that are to be asked for, and whether by name or because a query found them. Belongs to one thread. */
public final class WantedNames {
    public static final int NAMES_MAX = 200_000;

    private final TreeMap<String, Wanted> wanted = new TreeMap<>();

    /**
     * One of them.
     *
     * @param isByName whether somebody named it with its version
     * @param latestOnly whether it is wanted only if it is the latest version
     */
    record Wanted(DatasetName name, boolean isByName, boolean latestOnly) {
        private Wanted and(Wanted other) {
            return new Wanted(name, isByName || other.isByName, latestOnly && other.latestOnly);
        }
    }

    void addNamed(DatasetName name) {
        add(new Wanted(name, true, false));
    }

    void addFound(DatasetName name, boolean latestOnly) {
        add(new Wanted(name, false, latestOnly));
    }

    private void add(Wanted one) {
        wanted.merge(one.name().key(), one, Wanted::and);
        if (wanted.size() > NAMES_MAX) {
            throw new MoverException(
                    ErrorCode.TOO_LARGE,
                    "more than " + NAMES_MAX + " datasets at once: narrow the query, or cut it into several");
        }
    }

    Optional<Wanted> find(String key) {
        return Optional.ofNullable(wanted.get(key));
    }

    int size() {
        return wanted.size();
    }

    /** In groups of about {@code size}; versions of one dataset are never parted. */
    List<List<Wanted>> batches(int size) {
        Map<String, List<Wanted>> byMaster = new TreeMap<>();
        wanted.values()
                .forEach(one -> byMaster.computeIfAbsent(
                                new DatasetName(one.name().masterId(), "").key(), master -> new ArrayList<>())
                        .add(one));
        List<List<Wanted>> batches = new ArrayList<>();
        for (List<Wanted> versions : byMaster.values()) {
            boolean isFull =
                    batches.isEmpty() || batches.get(batches.size() - 1).size() >= size;
            if (isFull) batches.add(new ArrayList<>());
            batches.get(batches.size() - 1).addAll(versions);
        }
        return batches;
    }
}
