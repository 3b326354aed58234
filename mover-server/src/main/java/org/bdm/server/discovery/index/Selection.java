package org.bdm.server.discovery.index;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.bdm.server.drs.FacetSpelling;

/**
 * A selection of datasets. Values of one facet are alternatives, facets all have to fit; an asterisk in a value stands for any letters. Facet names
 * are those of the project ({@code source_id}), without a prefix.
 *
 * @param facets wanted values by facet name
 * @param excluded unwanted values by facet name
 * @param instanceIds dataset versions by name; empty for all that fit the facets
 * @param text words that the record has to hold
 * @param latest only the latest versions, or only others; empty for all
 * @param replica only copies, or only originals; empty for both
 * @param retracted only withdrawn ones, or only others; empty for both
 * @param indexedFrom taken in at or after this instant
 * @param indexedTo taken in before this instant
 * @param minVersion smallest version, digits
 * @param maxVersion largest version, digits
 */
public record Selection(
        Map<String, List<String>> facets,
        Map<String, List<String>> excluded,
        List<String> instanceIds,
        Optional<String> text,
        Optional<Boolean> latest,
        Optional<Boolean> replica,
        Optional<Boolean> retracted,
        Optional<Instant> indexedFrom,
        Optional<Instant> indexedTo,
        Optional<String> minVersion,
        Optional<String> maxVersion) {
    /** Copies what is given; the same question is equal whatever the order of its facets. */
    public Selection {
        facets = Map.copyOf(new TreeMap<>(facets));
        excluded = Map.copyOf(new TreeMap<>(excluded));
        instanceIds = List.copyOf(instanceIds);
    }

    /** Latest, not withdrawn versions with these values. */
    public static Selection ofFacets(Map<String, List<String>> facets) {
        return new Selection(
                facets,
                Map.of(),
                List.of(),
                Optional.empty(),
                Optional.of(true),
                Optional.empty(),
                Optional.of(false),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    /** The same question for all versions, whatever their state. */
    public Selection ofAnyVersion() {
        return new Selection(
                facets,
                excluded,
                instanceIds,
                text,
                Optional.empty(),
                replica,
                Optional.empty(),
                indexedFrom,
                indexedTo,
                minVersion,
                maxVersion);
    }

    /** True if a dataset surely is what is looked for: all facets that are asked for are told and fit. Never if words are looked for. */
    public boolean isMetBy(ClaimedDataset dataset) {
        return text.filter(words -> !words.isBlank()).isEmpty() && new SelectionFit(this).fitsSurely(dataset);
    }

    /** The same question, its facets named as records of its projects name them; as it is if it names no project, or these differ. */
    public Selection spelled() {
        return FacetSpelling.of(projects()).map(this::spelled).orElse(this);
    }

    /** The projects that it names; empty for any. */
    public List<String> projects() {
        return FacetValues.alternatives(facets.getOrDefault("project", facets.getOrDefault("mip_era", List.of())));
    }

    private Selection spelled(FacetSpelling spelling) {
        return new Selection(
                spelling.wanted(facets),
                spelling.unwanted(excluded),
                instanceIds,
                text,
                latest,
                replica,
                retracted,
                indexedFrom,
                indexedTo,
                minVersion,
                maxVersion);
    }

    /** These dataset versions, whatever their state. */
    public static Selection ofDatasets(List<String> instanceIds) {
        return new Selection(
                Map.of(),
                Map.of(),
                instanceIds,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }
}
