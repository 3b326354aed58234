package org.bdm.server.dataset.replica;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.bdm.server.drs.DatasetName;

/** The latest version of a dataset: the highest that nobody says is withdrawn. Flags of single indexes lag behind. */
final class LatestVersion {
    private LatestVersion() {}

    /** One version as it is known. */
    record Known(String version, boolean isRetracted) {}

    static Optional<String> of(List<Known> versions) {
        return versions.stream()
                .filter(known -> !known.isRetracted() && !known.version().isEmpty())
                .map(Known::version)
                .max(Comparator.comparing(version -> version, DatasetName::compareVersions));
    }
}
