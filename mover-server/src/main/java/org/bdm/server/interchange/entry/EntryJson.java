package org.bdm.server.interchange.entry;

import java.net.URI;
import java.util.List;
import java.util.Map;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.checksum.ChecksumAlgorithm;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.server.drs.DatasetName;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Entries as text that the catalog keeps, and back. What was written once is read by all later versions. */
public final class EntryJson {
    private static final JsonMapper JSON = JsonMapper.shared();

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
            @Nullable List<KeptDigest> kept,
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
        ObjectNode json = JSON.createObjectNode();
        if (entry instanceof ListedFile file) file(json.put("kind", "FILE"), file);
        else if (entry instanceof ListedQuery query) query(json.put("kind", "QUERY"), query);
        else if (entry instanceof PathPair pair) pair(json.put("kind", "PAIR"), pair);
        else if (entry instanceof DatasetWish wish) wish(json.put("kind", "DATASET"), wish);
        return JSON.writeValueAsString(json);
    }

    private static void file(ObjectNode json, ListedFile file) {
        if (file.dataset() != null) dataset(json, file.dataset());
        json.put("path", file.path());
        if (file.sizeBytes() != null) json.put("size", file.sizeBytes());
        json.set(
                "digests",
                JSON.valueToTree(file.digests().stream().map(EntryJson::text).toList()));
        if (!file.kept().isEmpty()) json.set("kept", JSON.valueToTree(file.kept()));
        json.set("urls", JSON.valueToTree(file.urls()));
    }

    private static void query(ObjectNode json, ListedQuery query) {
        json.set("facets", JSON.valueToTree(query.facets()));
        json.set("excluded", JSON.valueToTree(query.excluded()));
        json.set("values", JSON.valueToTree(query.values()));
        json.set("settings", JSON.valueToTree(query.settings()));
    }

    private static void pair(ObjectNode json, PathPair pair) {
        json.put("from", pair.source()).put("to", pair.destination()).put("tree", pair.recursive());
        if (pair.digest() != null) json.set("digests", JSON.valueToTree(List.of(text(pair.digest()))));
    }

    private static void wish(ObjectNode json, DatasetWish wish) {
        dataset(json, wish.dataset());
        if (wish.dataNode() != null) json.put("node", wish.dataNode());
    }

    private static void dataset(ObjectNode json, DatasetName dataset) {
        json.put("dataset", dataset.masterId());
        dataset.versionDirectory().ifPresent(version -> json.put("version", version));
    }

    private static String text(Checksum digest) {
        return digest.algorithm().name() + ":" + digest.hex();
    }

    /**
     * Reads what {@link #write} wrote.
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
        DatasetName dataset = fields.dataset == null ? null : name(fields.dataset, fields.version);
        return switch (fields.kind) {
            case "FILE" ->
                new ListedFile(
                        needed(fields.path),
                        dataset,
                        fields.size,
                        digests,
                        fields.kept == null ? List.of() : fields.kept,
                        fields.urls == null ? List.of() : fields.urls);
            case "QUERY" ->
                new ListedQuery(
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

    private static DatasetName name(String masterId, @Nullable String versionDirectory) {
        return new DatasetName(masterId, versionDirectory == null ? "" : versionDirectory.substring(1));
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
