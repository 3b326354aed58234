package org.bdm.server.discovery.index;

import java.math.BigInteger;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.bdm.server.drs.DatasetAtNode;
import org.bdm.server.drs.DatasetName;

/**
 * Judges whether a dataset can be what a selection asks for, because not every index understands every question. What an index does
 * not say fits; only what it says otherwise does not.
 */
public final class SelectionFit {
    private final Selection selection;
    /** Lower case; with the node if one is wanted. */
    private final Set<String> wantedNames = new HashSet<>();
    /** Lower case; without nodes. */
    private final Set<String> wantedAnywhere = new HashSet<>();

    public SelectionFit(Selection selection) {
        this.selection = selection;
        for (String wanted : selection.instanceIds()) {
            DatasetAtNode.read(wanted).ifPresent(name -> {
                String node = name.dataNode().map(written -> "|" + written).orElse("");
                wantedNames.add(name.dataset().key() + key(node));
                wantedAnywhere.add(name.dataset().key());
            });
        }
    }

    public boolean fits(ClaimedDataset dataset) {
        return isNamed(dataset)
                && fitsFlags(dataset.status())
                && fitsVersion(dataset.version())
                && fitsTime(dataset.indexedAt())
                && selection.facets().entrySet().stream().allMatch(wanted -> mayHold(dataset, wanted))
                && selection.excluded().entrySet().stream().noneMatch(unwanted -> holds(dataset, unwanted));
    }

    /** True if it fits, and says something of every facet that is asked for. */
    boolean fitsSurely(ClaimedDataset dataset) {
        return fits(dataset)
                && selection.facets().keySet().stream()
                        .noneMatch(facet -> values(dataset, facet).isEmpty());
    }

    /** True if a dataset of this name can be wanted, of which nothing else is known. */
    public boolean mayBe(DatasetName name) {
        if (wantedNames.isEmpty()) return true;
        return wantedAnywhere.contains(name.key()) || wantedAnywhere.contains(key(name.masterId()));
    }

    private boolean isNamed(ClaimedDataset dataset) {
        if (wantedNames.isEmpty()) return true;
        String node = "|" + dataset.dataNode();
        return wantedNames.contains(key(dataset.instanceId()))
                || wantedNames.contains(key(dataset.masterId()))
                || wantedNames.contains(key(dataset.instanceId() + node))
                || wantedNames.contains(key(dataset.masterId() + node));
    }

    private static String key(String name) {
        return name.toLowerCase(Locale.ROOT);
    }

    private boolean fitsFlags(ClaimedStatus status) {
        // Withdrawn versions are no longer the latest; who asks for withdrawn ones too means them.
        boolean isWithdrawnToo =
                selection.retracted().isEmpty() && status.retracted().orElse(false);
        return (isWithdrawnToo || agrees(selection.latest(), status.latest()))
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
        return new BigInteger("0" + left.replaceAll("\\D", ""))
                .compareTo(new BigInteger("0" + right.replaceAll("\\D", "")));
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

    /** Under either of its names: an index may be asked for a facet that the project spells in another way. */
    private static List<String> said(Map<String, List<String>> facets, String facet) {
        return FacetNames.of(facet).stream()
                .map(facets::get)
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(List.of());
    }

    private static List<String> values(ClaimedDataset dataset, String facet) {
        return switch (facet) {
            case "project", "mip_era" -> FacetNames.ofProject(dataset.project());
            case "data_node" -> List.of(dataset.dataNode());
            default -> said(dataset.facets(), facet);
        };
    }
}
