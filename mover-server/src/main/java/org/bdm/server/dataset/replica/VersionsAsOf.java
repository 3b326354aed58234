package org.bdm.server.dataset.replica;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.bdm.server.drs.DatasetName;
import org.bdm.server.drs.VersionDay;

/** All versions of datasets, of each of which one is chosen as of a day. Belongs to one thread. */
public final class VersionsAsOf {
    private final AsOf asOf;
    private final TreeMap<String, Map<String, Known>> byDataset = new TreeMap<>();

    /** Chooses as of this day. */
    public VersionsAsOf(AsOf asOf) {
        this.asOf = asOf;
    }

    private record Known(DatasetName name, boolean isRetracted) {}

    /** The outcome of the choice among the versions of a dataset. */
    public enum Ending {
        CHOSEN,
        /** All its versions bear later days. */
        LATER,
        /** None that may be of the day or before bears one. */
        UNDATED
    }

    /**
     * The choice among the versions of one dataset.
     *
     * @param dataset its name without version
     * @param chosen empty unless it ended so
     * @param isSuperseded whether there is a newer version that nobody withdrew
     * @param others the versions that were not chosen
     * @param reason why none was chosen; empty if one was
     */
    public record Choice(
            String dataset,
            Ending ending,
            Optional<DatasetName> chosen,
            boolean isSuperseded,
            List<DatasetName> others,
            String reason) {
        /** Copies the list. */
        public Choice {
            others = List.copyOf(others);
        }

        /** Returns why none was chosen, as a sentence about the dataset. */
        public String sentence() {
            return dataset + ": " + reason;
        }
    }

    /** Adds a version; it may be added again. */
    public void add(DatasetName name, boolean isRetracted) {
        byDataset
                .computeIfAbsent(new DatasetName(name.masterId(), "").key(), key -> new HashMap<>())
                .merge(
                        name.version(),
                        new Known(name, isRetracted),
                        (one, other) -> new Known(one.name, one.isRetracted || other.isRetracted));
    }

    /** True if nothing was added. */
    public boolean isEmpty() {
        return byDataset.isEmpty();
    }

    /** Chooses of each dataset that was added, by name. */
    public List<Choice> choices() {
        return byDataset.values().stream()
                .map(versions -> choice(List.copyOf(versions.values())))
                .toList();
    }

    private Choice choice(List<Known> versions) {
        Optional<Known> chosen = versions.stream()
                .filter(known -> VersionDay.of(known.name.version())
                        .filter(day -> !day.isAfter(asOf.day()))
                        .isPresent())
                .max((one, other) -> DatasetName.compareVersions(one.name.version(), other.name.version()));
        List<DatasetName> others = new ArrayList<>();
        for (Known known : versions) if (chosen.isEmpty() || !chosen.get().equals(known)) others.add(known.name);
        String dataset = versions.get(0).name.masterId();
        if (chosen.isPresent()) {
            DatasetName name = chosen.get().name;
            return new Choice(dataset, Ending.CHOSEN, Optional.of(name), isSuperseded(name, versions), others, "");
        }
        Optional<DatasetName> undated = others.stream()
                .filter(name -> VersionDay.of(name.version()).isEmpty())
                .findFirst();
        return undated.map(name -> new Choice(dataset, Ending.UNDATED, Optional.empty(), false, others, undated(name)))
                .orElseGet(() -> new Choice(dataset, Ending.LATER, Optional.empty(), false, others, later(others)));
    }

    private static boolean isSuperseded(DatasetName chosen, List<Known> versions) {
        return versions.stream()
                .anyMatch(known ->
                        !known.isRetracted && DatasetName.compareVersions(known.name.version(), chosen.version()) > 0);
    }

    private String undated(DatasetName one) {
        String version = one.versionDirectory().orElse("none");
        return "no version of it bears a day up to " + asOf + ", and its version " + version
                + " bears none: name the version that is wanted";
    }

    private String later(List<DatasetName> versions) {
        String first = versions.stream()
                .map(DatasetName::version)
                .min(DatasetName::compareVersions)
                .orElseThrow();
        return "it was not published by " + asOf + ": its oldest known version is v" + first;
    }
}
