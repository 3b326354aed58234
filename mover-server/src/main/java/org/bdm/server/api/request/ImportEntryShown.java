package org.bdm.server.api.request;

import java.util.List;
import java.util.Map;
import org.bdm.core.control.DigestValue;
import org.bdm.core.control.request.ImportEntryView;
import org.bdm.server.drs.DatasetName;
import org.jspecify.annotations.Nullable;

/** The view of one entry of a draft while it is made: what an entry of its kind does not have stays empty. Belongs to one thread. */
final class ImportEntryShown {
    private final long number;
    private final long line;
    private @Nullable String dataset;
    private @Nullable String dataNode;
    private @Nullable String path;
    private @Nullable Long size;
    private List<DigestValue> digests = List.of();
    private List<String> urls = List.of();
    private Map<String, List<String>> facets = Map.of();
    private Map<String, List<String>> excluded = Map.of();
    private List<String> values = List.of();
    private Map<String, String> settings = Map.of();
    private @Nullable String source;
    private @Nullable String destination;
    private boolean recursive;

    ImportEntryShown(long number, long line) {
        this.number = number;
        this.line = line;
    }

    /** The dataset that it is, or is a file of; null for none. */
    ImportEntryShown of(@Nullable DatasetName name) {
        dataset = name == null ? null : name.instanceId();
        return this;
    }

    ImportEntryShown at(@Nullable String node) {
        dataNode = node;
        return this;
    }

    ImportEntryShown file(String ofFile, @Nullable Long bytes) {
        path = ofFile;
        size = bytes;
        return this;
    }

    ImportEntryShown with(List<DigestValue> ofFile) {
        digests = ofFile;
        return this;
    }

    ImportEntryShown from(List<String> addresses) {
        urls = addresses;
        return this;
    }

    ImportEntryShown asking(Map<String, List<String>> wanted, Map<String, List<String>> unwanted) {
        facets = wanted;
        excluded = unwanted;
        return this;
    }

    /** Values whose facet is not named. */
    ImportEntryShown asking(List<String> nameless) {
        values = nameless;
        return this;
    }

    ImportEntryShown under(Map<String, String> conditions) {
        settings = conditions;
        return this;
    }

    ImportEntryShown paths(String from, String to, boolean isTree) {
        source = from;
        destination = to;
        recursive = isTree;
        return this;
    }

    ImportEntryView view(String kind) {
        return new ImportEntryView(
                number,
                line,
                kind,
                dataset,
                dataNode,
                path,
                size,
                digests,
                urls,
                facets,
                excluded,
                values,
                settings,
                source,
                destination,
                recursive);
    }
}
