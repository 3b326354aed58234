package org.bdm.server.dataset.replica;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.bdm.server.discovery.index.Claim;
import org.bdm.server.discovery.index.ClaimedFile;
import org.bdm.server.drs.DatasetName;

/**
 * The datasets of which an index told everything, files included, when they were looked for: it need not be asked for them by name. Only
 * claims of such datasets are kept. Belongs to one thread.
 */
final class ClaimsAtHand {
    private final Map<String, Map<String, List<Claim>>> byDataset = new HashMap<>();
    private final Map<String, Told> last = new HashMap<>();

    /** The dataset of which an index speaks: it says one after the other. */
    private static final class Told {
        private final String key;
        private final List<Claim> claims = new ArrayList<>();
        private boolean hasFiles;

        private Told(String key) {
            this.key = key;
        }
    }

    void add(Claim claim) {
        String key = DatasetName.of(claim.instanceId()).key();
        Told told = last.get(claim.index());
        if (told == null || !told.key.equals(key)) {
            if (told != null) keep(claim.index(), told);
            told = new Told(key);
            last.put(claim.index(), told);
        }
        told.claims.add(claim);
        told.hasFiles |= claim instanceof ClaimedFile;
    }

    /** Nothing more is told. */
    void end() {
        last.forEach(this::keep);
        last.clear();
    }

    private void keep(String index, Told told) {
        if (!told.hasFiles) return;
        byDataset
                .computeIfAbsent(told.key, key -> new HashMap<>())
                .computeIfAbsent(index, name -> new ArrayList<>())
                .addAll(told.claims);
    }

    /** The indexes that told all of it. */
    Set<String> indexes(String key) {
        return Set.copyOf(byDataset.getOrDefault(key, Map.of()).keySet());
    }

    /** Gives what they told, once. */
    List<Claim> take(String key) {
        Map<String, List<Claim>> told = byDataset.remove(key);
        return told == null
                ? List.of()
                : told.values().stream().flatMap(List::stream).toList();
    }
}
