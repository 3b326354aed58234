package org.bdm.server.dataset.merge;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.bdm.server.catalog.dataset.ReplicaClaim;
import org.bdm.server.discovery.index.ClaimedDataset;
import org.bdm.server.discovery.index.ClaimedFile;
import org.bdm.server.discovery.index.ClaimedStatus;
import org.bdm.server.drs.FileKey;

/** All that is claimed of one dataset version at one node. Belongs to one thread. */
final class ToldNode {
    private static final Comparator<ClaimedDataset> NEWEST_LAST = Comparator.comparing((ClaimedDataset claim) ->
                    claim.indexedAt().map(at -> at.toEpochMilli()).orElse(Long.MIN_VALUE))
            .thenComparing(ClaimedDataset::toString);

    private final String name;
    private final Map<String, ToldFile> files = new TreeMap<>();
    private final Map<String, List<ClaimedDataset>> datasets = new TreeMap<>();
    private final TreeMap<String, ReplicaClaim> fileOnly = new TreeMap<>();

    ToldNode(String name) {
        this.name = name;
    }

    void add(ClaimedDataset claim) {
        datasets.computeIfAbsent(claim.index(), index -> new ArrayList<>()).add(claim);
    }

    void add(ClaimedFile claim) {
        files.computeIfAbsent(FileKey.of(claim.fileName()), key -> new ToldFile())
                .add(claim);
        fileOnly.putIfAbsent(claim.index(), claim(claim.index(), ClaimedStatus.SILENT, null));
    }

    String name() {
        return name;
    }

    /** By key. */
    Map<String, ToldFile> files() {
        return files;
    }

    /** All records, in an order that does not depend on how they came. */
    List<ClaimedDataset> records() {
        return datasets.values().stream()
                .flatMap(records -> records.stream().sorted(NEWEST_LAST))
                .toList();
    }

    /** One per index: of several records the newest. */
    List<ReplicaClaim> claims() {
        Map<String, ReplicaClaim> claims = new TreeMap<>(fileOnly);
        datasets.forEach((index, records) -> {
            ClaimedDataset newest = records.stream().max(NEWEST_LAST).orElseThrow();
            claims.put(index, claim(index, newest.status(), newest));
        });
        return List.copyOf(claims.values());
    }

    private ReplicaClaim claim(
            String index, ClaimedStatus status, @org.jspecify.annotations.Nullable ClaimedDataset record) {
        return new ReplicaClaim(
                name,
                index,
                status.replica(),
                status.latest(),
                status.retracted(),
                status.deprecated(),
                record == null ? OptionalLong.empty() : record.files(),
                record == null ? OptionalLong.empty() : record.bytes(),
                record == null ? Optional.empty() : record.indexedAt(),
                Optional.empty(),
                Optional.empty());
    }

    /** True if the newest record that says so calls it the original. */
    boolean isOriginal() {
        return records().stream()
                .filter(record -> record.status().replica().isPresent())
                .max(NEWEST_LAST)
                .map(record -> !record.status().replica().get())
                .orElse(false);
    }

    boolean isRetracted() {
        return says(record -> record.status().retracted().orElse(false));
    }

    boolean isDeprecated() {
        return says(record -> record.status().deprecated().orElse(false));
    }

    private boolean says(java.util.function.Predicate<ClaimedDataset> what) {
        return datasets.values().stream().flatMap(List::stream).anyMatch(what);
    }
}
