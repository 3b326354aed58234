package org.bdm.server.discovery.stac;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.bdm.server.discovery.index.Claim;
import org.bdm.server.discovery.index.ClaimedDataset;
import org.bdm.server.discovery.index.ClaimedFile;
import org.bdm.server.discovery.index.ClaimedStatus;
import org.bdm.server.discovery.index.Findings;
import org.bdm.server.discovery.record.DataNodeNames;
import org.bdm.server.discovery.record.IndexRecord;
import org.bdm.server.discovery.record.JsonAnswers;
import org.bdm.server.discovery.record.UnreadableRecord;
import org.bdm.server.drs.DatasetAtNode;
import org.bdm.server.drs.DatasetName;
import tools.jackson.databind.JsonNode;

/**
 * A STAC item of ESGF-NG: one dataset version with all its files and all their copies. Namespaces of properties ({@code cmip6:source_id})
 * are left out; booleans may be booleans, texts or null.
 */
public final class StacItem {
    private static final Set<String> NO_FACETS = Set.of(
            "size",
            "created",
            "updated",
            "datetime",
            "start_datetime",
            "end_datetime",
            "version",
            "latest",
            "retracted",
            "deprecated",
            "title",
            "base_id",
            "pid",
            "access",
            "citation_url",
            "further_info_url",
            "id",
            "instance_id",
            "master_id",
            "replica",
            "type",
            "url",
            "xlink",
            "number_of_files",
            "data_node",
            "index_node",
            "_timestamp",
            "_version_",
            "score",
            "description",
            "short_description");

    private final JsonNode item;
    private final JsonNode properties;
    private final DatasetName name;
    /** The data node that the id of the item names, as older items do. */
    private final Optional<String> nodeOfId;

    private StacItem(JsonNode item, DatasetAtNode id) {
        this.item = item;
        this.properties = item.path("properties");
        this.name = id.dataset();
        this.nodeOfId = id.dataNode();
    }

    /** Looks whether it is one. */
    public static StacItem of(JsonNode item) throws UnreadableRecord {
        if (!item.isObject()) throw new UnreadableRecord("an item is no JSON object");
        DatasetAtNode id = JsonAnswers.text(item, "id")
                .flatMap(DatasetAtNode::read)
                .orElseThrow(() -> new UnreadableRecord("an item does not name its dataset"));
        return new StacItem(item, id);
    }

    public String instanceId() {
        return name.masterId() + ".v" + version();
    }

    private String version() {
        if (name.hasVersion()) return name.version();
        return JsonAnswers.text(properties, "version")
                .map(text -> text.replaceFirst("^v", ""))
                .filter(text -> text.matches("\\d{1,18}"))
                .orElse("");
    }

    /** One claim of the dataset for each node, or a single one without node if nothing says where it is; then those of the files. */
    public List<Claim> claims(String index, Findings findings) throws UnreadableRecord {
        if (version().isEmpty()) throw new UnreadableRecord("an item names no version");
        List<ClaimedFile> files = new ArrayList<>();
        Set<String> nodes = new TreeSet<>();
        long fileAssets = 0;
        for (Map.Entry<String, JsonNode> entry : item.path("assets").properties()) {
            nodes.addAll(StacAsset.nodes(entry.getValue()));
            Optional<StacAsset> asset = StacAsset.of(entry.getKey(), entry.getValue());
            if (asset.isEmpty()) continue;
            fileAssets++;
            try {
                files.addAll(asset.get().claims(index, instanceId()));
            } catch (UnreadableRecord e) {
                findings.unreadable(instanceId(), e.reason());
            }
        }
        files.forEach(file -> nodes.add(file.dataNode()));
        Set<String> primary = primaryNodes();
        if (nodes.isEmpty()) nodes.addAll(primary);
        List<Claim> claims = new ArrayList<>();
        for (String node : nodes.isEmpty() ? Set.of("") : nodes) {
            claims.add(dataset(index, node, fileAssets, nodes.size() > 1 && !primary.contains(node)));
        }
        claims.addAll(files);
        return claims;
    }

    /**
     * Returns the dataset version that it names.
     *
     * @throws UnreadableRecord if it names no version
     */
    public DatasetName datasetVersion() throws UnreadableRecord {
        if (version().isEmpty()) throw new UnreadableRecord("an item names no version");
        return new DatasetName(name.masterId(), version());
    }

    /**
     * Reads its files, in the order of the assets; their index is empty.
     *
     * @param unreadable receives the reason for each asset that is a file and cannot be read
     */
    public List<ClaimedFile> readableFiles(Consumer<String> unreadable) {
        List<ClaimedFile> files = new ArrayList<>();
        for (Map.Entry<String, JsonNode> entry : item.path("assets").properties()) {
            Optional<StacAsset> asset = StacAsset.of(entry.getKey(), entry.getValue());
            if (asset.isEmpty()) continue;
            try {
                files.addAll(asset.get().claims("", instanceId()));
            } catch (UnreadableRecord e) {
                unreadable.accept(e.reason());
            }
        }
        return files;
    }

    /** Nodes of the primary copies. */
    private Set<String> primaryNodes() {
        Set<String> primary = new TreeSet<>();
        for (JsonNode asset : item.path("assets")) {
            JsonAnswers.text(asset, "alternate:name").flatMap(DataNodeNames::of).ifPresent(primary::add);
        }
        JsonAnswers.text(properties, "data_node").flatMap(DataNodeNames::of).ifPresent(primary::add);
        nodeOfId.flatMap(DataNodeNames::of).ifPresent(primary::add);
        return primary;
    }

    private ClaimedDataset dataset(String index, String node, long files, boolean isAlternate) {
        Optional<Boolean> replica = isAlternate ? Optional.of(true) : flag("replica");
        return new ClaimedDataset(
                index,
                instanceId(),
                name.masterId(),
                version(),
                JsonAnswers.text(item, "collection")
                        .or(() -> JsonAnswers.text(properties, "project"))
                        .or(() -> JsonAnswers.text(properties, "mip_era"))
                        .orElse(""),
                node,
                new ClaimedStatus(replica, flag("latest"), flag("retracted"), flag("deprecated")),
                files == 0 ? OptionalLong.empty() : OptionalLong.of(files),
                JsonAnswers.text(properties, "size").map(IndexRecord::numberOf).orElse(OptionalLong.empty()),
                facets(),
                pid(),
                JsonAnswers.text(properties, "updated")
                        .or(() -> JsonAnswers.text(properties, "created"))
                        .or(() -> JsonAnswers.text(properties, "_timestamp"))
                        .flatMap(IndexRecord::instantOf));
    }

    private Optional<Boolean> flag(String field) {
        return JsonAnswers.text(properties, field).flatMap(IndexRecord::flagOf);
    }

    private Optional<String> pid() {
        return properties.properties().stream()
                .filter(entry -> plain(entry.getKey()).equals("pid"))
                .flatMap(entry -> JsonAnswers.texts(properties, entry.getKey()).stream())
                .findFirst();
    }

    private Map<String, List<String>> facets() {
        Map<String, List<String>> facets = new TreeMap<>();
        for (Map.Entry<String, JsonNode> entry : properties.properties()) {
            String facet = plain(entry.getKey());
            List<String> values = JsonAnswers.texts(properties, entry.getKey());
            boolean isFacet = !NO_FACETS.contains(facet) && !facet.endsWith("_") && !facet.endsWith("_degrees");
            if (isFacet && !values.isEmpty()) facets.put(facet, values);
        }
        return facets;
    }

    private static String plain(String property) {
        return property.substring(property.lastIndexOf(':') + 1);
    }
}
