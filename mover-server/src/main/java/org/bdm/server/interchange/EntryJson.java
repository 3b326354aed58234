package org.bdm.server.interchange;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.net.URI;
import java.util.List;
import java.util.Map;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.checksum.ChecksumAlgorithm;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** Entries as text that the catalog keeps, and back. What was written once is read by all later versions. */
public final class EntryJson {
    private static final JsonMapper JSON = JsonMapper.builder()
            .changeDefaultPropertyInclusion(all -> all.withValueInclusion(JsonInclude.Include.NON_EMPTY))
            .build();

    private EntryJson() {}

    /** All kinds of entries in one shape; what is missing belongs to another kind. */
    private record Fields(
            String kind,
            @Nullable String dataset,
            @Nullable String version,
            @Nullable String node,
            @Nullable String path,
            @Nullable Long size,
            @Nullable List<String> digests,
            @Nullable List<URI> urls,
            @Nullable Map<String, List<String>> facets,
            @Nullable Map<String, List<String>> excluded,
            @Nullable List<String> values,
            @Nullable Map<String, String> settings,
            @Nullable String from,
            @Nullable String to,
            @Nullable Boolean tree) {}

    /** One line. */
    public static String write(ImportedEntry entry) {
        return JSON.writeValueAsString(fields(entry));
    }

    private static Fields fields(ImportedEntry entry) {
        if (entry instanceof ListedFile file) return file(file);
        if (entry instanceof DatasetQuery query) {
            return new Fields(
                    "QUERY",
                    null,
                    null,
                    null,
                    null,
                    null,
                    null,
                    null,
                    query.facets(),
                    query.excluded(),
                    query.values(),
                    query.settings(),
                    null,
                    null,
                    null);
        }
        if (entry instanceof PathPair pair) {
            List<String> digests = pair.digest() == null ? List.of() : List.of(text(pair.digest()));
            return new Fields(
                    "PAIR",
                    null,
                    null,
                    null,
                    null,
                    null,
                    digests,
                    null,
                    null,
                    null,
                    null,
                    null,
                    pair.source(),
                    pair.destination(),
                    pair.recursive());
        }
        DatasetWish wish = (DatasetWish) entry;
        return new Fields(
                "DATASET",
                wish.dataset().name(),
                wish.dataset().version(),
                wish.dataNode(),
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null);
    }

    private static Fields file(ListedFile file) {
        DatasetId dataset = file.dataset();
        return new Fields(
                "FILE",
                dataset == null ? null : dataset.name(),
                dataset == null ? null : dataset.version(),
                null,
                file.path(),
                file.sizeBytes(),
                file.digests().stream().map(EntryJson::text).toList(),
                file.urls(),
                null,
                null,
                null,
                null,
                null,
                null,
                null);
    }

    private static String text(Checksum digest) {
        return digest.algorithm().name() + ":" + digest.hex();
    }

    /**
     * What {@link #write} wrote.
     *
     * @throws MoverException CATALOG_DAMAGED for anything else
     */
    public static ImportedEntry read(String line) {
        try {
            return entry(JSON.readValue(line, Fields.class));
        } catch (JacksonException | IllegalArgumentException | NullPointerException e) {
            throw new MoverException(
                    ErrorCode.CATALOG_DAMAGED, "an entry of a draft cannot be read: " + QuotedText.of(line), e);
        }
    }

    private static ImportedEntry entry(Fields fields) {
        List<Checksum> digests = fields.digests == null
                ? List.of()
                : fields.digests.stream().map(EntryJson::digest).toList();
        DatasetId dataset = fields.dataset == null ? null : new DatasetId(fields.dataset, fields.version);
        return switch (fields.kind) {
            case "FILE" ->
                new ListedFile(
                        needed(fields.path),
                        dataset,
                        fields.size,
                        digests,
                        fields.urls == null ? List.of() : fields.urls);
            case "QUERY" ->
                new DatasetQuery(
                        fields.facets == null ? Map.of() : fields.facets,
                        fields.excluded == null ? Map.of() : fields.excluded,
                        fields.values == null ? List.of() : fields.values,
                        fields.settings == null ? Map.of() : fields.settings);
            case "PAIR" ->
                new PathPair(
                        needed(fields.from),
                        needed(fields.to),
                        Boolean.TRUE.equals(fields.tree),
                        digests.isEmpty() ? null : digests.get(0));
            case "DATASET" -> new DatasetWish(needed(dataset), fields.node);
            default -> throw new IllegalArgumentException("no kind of entry: " + fields.kind);
        };
    }

    private static Checksum digest(String text) {
        int colon = text.indexOf(':');
        return Checksum.ofHex(ChecksumAlgorithm.valueOf(text.substring(0, colon)), text.substring(colon + 1));
    }

    private static <T> T needed(@Nullable T value) {
        if (value == null) throw new IllegalArgumentException("something is missing");
        return value;
    }
}
