package org.bdm.server.discovery;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Whether a dataset can be what a selection asks for, judged here because not every index understands every question. What an index does
 * not say fits; only what it says otherwise does not.
 */
final class SelectionFit {
    private final Selection selection;

    SelectionFit(Selection selection) {
        this.selection = selection;
    }

    boolean fits(ClaimedDataset dataset) {
        return isNamed(dataset)
                && fitsFlags(dataset.status())
                && fitsVersion(dataset.version())
                && fitsTime(dataset.indexedAt())
                && selection.facets().entrySet().stream().allMatch(wanted -> mayHold(dataset, wanted))
                && selection.excluded().entrySet().stream().noneMatch(unwanted -> holds(dataset, unwanted));
    }

    private boolean isNamed(ClaimedDataset dataset) {
        if (selection.instanceIds().isEmpty()) return true;
        for (String wanted : selection.instanceIds()) {
            Optional<DatasetName> name = DatasetName.of(wanted);
            boolean isIt = name.filter(it -> it.version().isPresent()
                            ? it.instanceId().equalsIgnoreCase(dataset.instanceId())
                            : it.masterId().equalsIgnoreCase(dataset.masterId()))
                    .isPresent();
            boolean isThere = name.flatMap(DatasetName::dataNode)
                    .map(node -> node.equalsIgnoreCase(dataset.dataNode()))
                    .orElse(true);
            if (isIt && isThere) return true;
        }
        return false;
    }

    private boolean fitsFlags(ClaimedStatus status) {
        return agrees(selection.latest(), status.latest())
                && agrees(selection.replica(), status.replica())
                && agrees(selection.retracted(), status.retracted());
    }

    private static boolean agrees(Optional<Boolean> wanted, Optional<Boolean> said) {
        return wanted.isEmpty() || said.isEmpty() || wanted.equals(said);
    }

    private boolean fitsVersion(String version) {
        return selection.minVersion().map(min -> compare(version, min) >= 0).orElse(true)
                && selection.maxVersion().map(max -> compare(version, max) <= 0).orElse(true);
    }

    /** Numbers of any length. */
    private static int compare(String left, String right) {
        return new java.math.BigInteger("0" + left.replaceAll("\\D", ""))
                .compareTo(new java.math.BigInteger("0" + right.replaceAll("\\D", "")));
    }

    private boolean fitsTime(Optional<Instant> indexedAt) {
        if (indexedAt.isEmpty()) return true;
        Instant at = indexedAt.get();
        return selection.indexedFrom().map(from -> !at.isBefore(from)).orElse(true)
                && selection.indexedTo().map(at::isBefore).orElse(true);
    }

    private static boolean mayHold(ClaimedDataset dataset, Map.Entry<String, List<String>> wanted) {
        return values(dataset, wanted.getKey()).isEmpty() || holds(dataset, wanted);
    }

    private static boolean holds(ClaimedDataset dataset, Map.Entry<String, List<String>> facet) {
        List<String> said = values(dataset, facet.getKey());
        return FacetValues.alternatives(facet.getValue()).stream()
                .anyMatch(wanted -> said.stream().anyMatch(value -> FacetValues.fits(wanted, value)));
    }

    private static List<String> values(ClaimedDataset dataset, String facet) {
        return switch (facet) {
            case "project", "mip_era" -> List.of(dataset.project());
            case "data_node" -> List.of(dataset.dataNode());
            default -> dataset.facets().getOrDefault(facet, List.of());
        };
    }
}
