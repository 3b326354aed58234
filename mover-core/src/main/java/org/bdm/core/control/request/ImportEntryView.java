package org.bdm.core.control.request;

import java.util.List;
import java.util.Map;
import org.bdm.core.control.DigestValue;
import org.jspecify.annotations.Nullable;

/**
 * One entry of a draft. What does not belong to its kind is null or empty.
 *
 * @param number Number of the entry in the order of the list, from 1. Such as {@code 1}.
 * @param line Number of the line in the list, from 1. Such as {@code 17}.
 * @param kind What the entry asks for. One of {@code EntryKind}.
 * @param dataset The dataset, as its name; null if it is not known. Such as {@code
 * CMIP6.ScenarioMIP.IPSL.IPSL-CM6A-LR.ssp585.r1i1p1f1.Amon.tas.gr.v20190903}.
 * @param dataNode Host of the data node where the list says that the dataset is; null if it does not say. Such as {@code esgf.example}.
 * @param path Path of a FILE, or null. Such as {@code CMIP6/ScenarioMIP/tas_Amon_IPSL-CM6A-LR_ssp585.nc}.
 * @param size Size of a FILE in bytes; null if the list does not tell. Such as {@code 43690133}.
 * @param digests Digests of a FILE or a PAIR; else empty.
 * @param urls Addresses of a FILE, the preferred one first; else empty. Such as {@code ['https://esgf.example/data/tas.nc']}.
 * @param values Wanted values of a QUERY whose facet the list does not tell; else empty. Such as {@code [historical]}.
 * @param settings What else steers a QUERY, by name; else empty. Such as {@code {latest: 'true'}}.
 * @param source Source path of a PAIR, or null. Such as {@code /climate/CMIP6}.
 * @param destination Destination path of a PAIR, or null. Such as {@code /replica/CMIP6}.
 * @param recursive True if a PAIR is of trees.
 */
public record ImportEntryView(
        long number,
        long line,
        String kind,
        @Nullable String dataset,
        @Nullable String dataNode,
        @Nullable String path,
        @Nullable Long size,
        List<DigestValue> digests,
        List<String> urls,
        Map<String, List<String>> facets,
        Map<String, List<String>> excluded,
        List<String> values,
        Map<String, String> settings,
        @Nullable String source,
        @Nullable String destination,
        boolean recursive) {
    /** Replaces absent lists and maps by empty ones. */
    public ImportEntryView {
        digests = digests == null ? List.of() : List.copyOf(digests);
        urls = urls == null ? List.of() : List.copyOf(urls);
        facets = facets == null ? Map.of() : Map.copyOf(facets);
        excluded = excluded == null ? Map.of() : Map.copyOf(excluded);
        values = values == null ? List.of() : List.copyOf(values);
        settings = settings == null ? Map.of() : Map.copyOf(settings);
    }
}
