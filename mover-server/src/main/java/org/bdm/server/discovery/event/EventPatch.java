package org.bdm.server.discovery.event;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.bdm.server.discovery.index.ClaimedFile;
import org.bdm.server.discovery.index.ClaimedStatus;
import org.bdm.server.discovery.record.DataNodeNames;
import org.bdm.server.discovery.record.IndexRecord;
import org.bdm.server.discovery.record.JsonAnswers;
import org.bdm.server.discovery.record.UnreadableRecord;
import org.bdm.server.discovery.stac.StacAsset;
import tools.jackson.databind.JsonNode;

/**
 * A change of an item: a list of operations (RFC 6902), the same in {@code {"operations":[]}}, a part of the item that is laid over it
 * (RFC 7396), and that in {@code item} instead of {@code patch}.
 */
final class EventPatch {
    private final String index;
    private final String instanceId;
    private final Optional<Instant> at;
    private final JsonNode patch;

    private final Map<String, List<ClaimedFile>> added = new TreeMap<>();
    private final Map<String, List<String>> removed = new TreeMap<>();
    private final List<String> otherPlaces = new ArrayList<>();
    private final List<CatalogEvent> events = new ArrayList<>();
    private Optional<Boolean> latest = Optional.empty();
    private Optional<Boolean> deprecated = Optional.empty();
    private boolean isRetracted;
    private boolean isHidden;

    EventPatch(String index, String instanceId, Optional<Instant> at, JsonNode payload) {
        this.index = index;
        this.instanceId = instanceId;
        this.at = at;
        this.patch = payload.has("patch") ? payload.path("patch") : payload.path("item");
    }

    /** True if a whole or partial item says that it is softly deleted. */
    static boolean isHidden(JsonNode item) {
        return isTrue(item, "hidden") || isTrue(item.path("properties"), "hidden");
    }

    private static boolean isTrue(JsonNode node, String field) {
        return JsonAnswers.text(node, field).flatMap(IndexRecord::flagOf).orElse(false);
    }

    List<CatalogEvent> events() throws UnreadableRecord {
        JsonNode operations = patch.isArray() ? patch : patch.path("operations");
        if (operations.isArray()) {
            for (JsonNode operation : operations) operate(operation);
        } else if (patch.isObject() && !patch.isEmpty()) {
            layOver();
        } else {
            throw new UnreadableRecord("it has neither operations nor a part of an item");
        }
        return told();
    }

    private List<CatalogEvent> told() throws UnreadableRecord {
        if (isHidden) events.add(new CatalogEvent.Hidden(instanceId, at));
        if (isRetracted) events.add(new CatalogEvent.Retracted(instanceId, at));
        if (latest.isPresent() || deprecated.isPresent()) {
            ClaimedStatus status = new ClaimedStatus(Optional.empty(), latest, Optional.empty(), deprecated);
            events.add(new CatalogEvent.StatusChanged(instanceId, at, status));
        }
        removed.forEach((node, names) -> events.add(new CatalogEvent.ReplicaRemoved(instanceId, at, node, names)));
        added.forEach((node, copies) -> events.add(new CatalogEvent.ReplicaAdded(instanceId, at, node, copies)));
        if (!otherPlaces.isEmpty() && !isRetracted) {
            events.add(new CatalogEvent.Changed(
                    instanceId, at, otherPlaces.stream().limit(100).toList()));
        }
        if (events.isEmpty()) throw new UnreadableRecord("it changes nothing");
        return events;
    }

    private void operate(JsonNode operation) throws UnreadableRecord {
        String name = JsonAnswers.text(operation, "op").orElse("").toLowerCase(Locale.ROOT);
        String path = JsonAnswers.text(operation, "path").orElse("");
        if (!path.startsWith("/")) throw new UnreadableRecord("an operation names no place");
        List<String> parts = parts(path);
        JsonNode value = operation.path("value");
        switch (name) {
            case "add", "replace" -> set(path, parts, value);
            case "remove" -> remove(path, parts);
            case "test" -> {
                // it only says on what the others depend
            }
            case "move", "copy" -> throw new UnreadableRecord("it moves or copies, which the catalog refuses, too");
            default -> throw new UnreadableRecord("an operation is not known");
        }
    }

    /** Names of a JSON pointer (RFC 6901). */
    private static List<String> parts(String path) {
        List<String> parts = new ArrayList<>();
        for (String part : path.substring(1).split("/", -1)) {
            parts.add(part.replace("~1", "/").replace("~0", "~"));
        }
        return parts;
    }

    private void set(String path, List<String> parts, JsonNode value) {
        boolean isProperty = parts.size() == 2 && parts.get(0).equals("properties");
        if (isProperty && (parts.get(1).equals("updated") || setFlag(parts.get(1), value))) return;
        if (parts.size() == 1 && parts.get(0).equals("hidden")) {
            setFlag("hidden", value);
            return;
        }
        boolean areAlternates = parts.size() >= 3
                && parts.get(0).equals("assets")
                && parts.get(2).equals("alternate");
        if (areAlternates && parts.size() == 4) {
            addCopy(parts.get(1), parts.get(3), value);
        } else if (areAlternates && parts.size() == 3 && value.isObject()) {
            value.properties().forEach(copy -> addCopy(parts.get(1), copy.getKey(), copy.getValue()));
        } else {
            otherPlaces.add(path);
        }
    }

    private void remove(String path, List<String> parts) {
        boolean isCopy = parts.size() == 4
                && parts.get(0).equals("assets")
                && parts.get(2).equals("alternate");
        Optional<String> node = isCopy ? DataNodeNames.of(parts.get(3)) : Optional.empty();
        if (node.isPresent())
            removed.computeIfAbsent(node.get(), key -> new ArrayList<>()).add(parts.get(1));
        else otherPlaces.add(path);
    }

    /** False if it is another property. */
    private boolean setFlag(String property, JsonNode value) {
        Optional<Boolean> flag =
                value.isValueNode() && !value.isNull() ? IndexRecord.flagOf(value.asString()) : Optional.empty();
        if (flag.isEmpty()) return false;
        switch (property) {
            case "latest" -> latest = flag;
            case "deprecated" -> deprecated = flag;
            case "retracted" -> {
                if (!flag.get()) return false;
                isRetracted = true;
            }
            case "hidden" -> {
                if (!flag.get()) return false;
                isHidden = true;
            }
            default -> {
                return false;
            }
        }
        return true;
    }

    private void addCopy(String asset, String name, JsonNode place) {
        Optional<StacAsset.Copy> copy = StacAsset.copy(name, place);
        if (copy.isEmpty()) {
            otherPlaces.add("/assets/" + asset + "/alternate/" + name);
            return;
        }
        ClaimedFile file = new ClaimedFile(
                index,
                instanceId,
                copy.get().node(),
                asset,
                OptionalLong.empty(),
                List.of(),
                List.of(),
                Optional.empty(),
                List.of(copy.get().location()),
                Optional.empty(),
                Optional.empty());
        added.computeIfAbsent(copy.get().node(), key -> new ArrayList<>()).add(file);
    }

    private void layOver() {
        isHidden = isHidden(patch);
        for (Map.Entry<String, JsonNode> member : patch.properties()) {
            switch (member.getKey()) {
                case "properties" -> layOverProperties(member.getValue());
                case "assets" -> layOverAssets(member.getValue());
                case "id", "collection", "type", "hidden", "stac_version", "stac_extensions" -> {
                    // which item it is, or told above
                }
                default -> otherPlaces.add("/" + member.getKey());
            }
        }
    }

    private void layOverProperties(JsonNode properties) {
        properties.properties().forEach(property -> {
            if (List.of("hidden", "updated").contains(property.getKey())) return;
            if (!setFlag(property.getKey(), property.getValue())) otherPlaces.add("/properties/" + property.getKey());
        });
    }

    private void layOverAssets(JsonNode assets) {
        if (assets.isEmpty()) otherPlaces.add("/assets");
        assets.properties().forEach(asset -> {
            JsonNode alternates = asset.getValue().path("alternate");
            boolean isAllCopies = asset.getValue().size() == 1 && alternates.isObject();
            if (!isAllCopies) otherPlaces.add("/assets/" + asset.getKey());
            alternates.properties().forEach(copy -> layOverCopy(asset.getKey(), copy.getKey(), copy.getValue()));
        });
    }

    /** Null takes a member away (RFC 7396). */
    private void layOverCopy(String asset, String name, JsonNode place) {
        Optional<String> node = DataNodeNames.of(name);
        if (place.isNull() && node.isPresent()) {
            removed.computeIfAbsent(node.get(), key -> new ArrayList<>()).add(asset);
        } else {
            addCopy(asset, name, place);
        }
    }
}
