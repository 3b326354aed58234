package org.bdm.core.control.request;

import java.util.List;
import java.util.Map;
import org.bdm.core.control.DigestValue;
import org.jspecify.annotations.Nullable;

/**
 * One entry of a draft. What does not belong to its kind is null or empty.
 *
 * @param number counted from 1, in the order of the list
 * @param line of the list
 * @param kind DATASET, QUERY, FILE or PAIR
 * @param dataset of a DATASET, and of a FILE whose dataset is known
 * @param dataNode where the list says that the dataset is
 * @param path of a FILE
 * @param size of a FILE in bytes; null if the list does not tell
 * @param digests of a FILE or a PAIR
 * @param urls of a FILE, the preferred one first
 * @param facets wanted values of a QUERY by name
 * @param excluded unwanted values of a QUERY by name
 * @param values wanted values of a QUERY whose name the list does not tell
 * @param settings what else steers a QUERY
 * @param source path of a PAIR
 * @param destination path of a PAIR
 * @param recursive whether a PAIR is of trees
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
