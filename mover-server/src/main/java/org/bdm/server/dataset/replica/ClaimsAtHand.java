package org.bdm.server.dataset.replica;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.bdm.server.discovery.index.Claim;
import org.bdm.server.discovery.index.ClaimedFile;
import org.bdm.server.drs.DatasetName;

/**
 * The datasets of which an index told everything, files included, when they were looked for: it need not be asked for them by name. Only
 * claims of such datasets are kept, and of all queries together only so many: a dataset for which there is no room is asked for by name, as if
 * nothing had been told of it. Belongs to one thread.
 */
final class ClaimsAtHand {
    private static final int CLAIMS_MAX = 200_000; // files of about 100 MiB of heap

    private final int claimsMax;
    private final Map<String, Map<String, List<Claim>>> byDataset = new HashMap<>();
    private final Map<String, Told> last = new HashMap<>();
    private final Set<String> withoutRoom = new HashSet<>();
    private int held;

    ClaimsAtHand() {
        this(CLAIMS_MAX);
    }

    /** Keeps so many claims at most. */
    ClaimsAtHand(int claimsMax) {
        this.claimsMax = claimsMax;
    }

    /** The dataset of which an index speaks: it says one after the other. */
    private static final class Told {
        private final String key;
        private final List<Claim> claims = new ArrayList<>();
        private boolean hasFiles;
        private boolean isCut;

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
        told.hasFiles |= claim instanceof ClaimedFile;
        if (told.isCut) return;
        if (held == claimsMax) {
            told.isCut = true;
            held -= told.claims.size();
            told.claims.clear();
            return;
        }
        told.claims.add(claim);
        held++;
    }

    /** Nothing more is told. */
    void end() {
        last.forEach(this::keep);
        last.clear();
    }

    private void keep(String index, Told told) {
        if (told.isCut) {
            withoutRoom.add(told.key); // a part of it must not be taken for all
            take(told.key);
        }
        if (!told.hasFiles || withoutRoom.contains(told.key)) {
            held -= told.claims.size();
            return;
        }
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
        if (told == null) return List.of();
        List<Claim> claims = told.values().stream().flatMap(List::stream).toList();
        held -= claims.size();
        return claims;
    }
}
