package org.bdm.server.discovery.stac;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.checksum.PublishedDigest;
import org.bdm.server.discovery.index.ClaimedFile;
import org.bdm.server.discovery.index.ClaimedLocation;
import org.bdm.server.discovery.record.DataNodeNames;
import org.bdm.server.discovery.record.IndexRecord;
import org.bdm.server.discovery.record.JsonAnswers;
import org.bdm.server.discovery.record.UnreadableRecord;
import tools.jackson.databind.JsonNode;

/**
 * One asset of a STAC item that is a file, with its copies. Size and digest of the primary copy hold for all alternates, which
 * may repeat them.
 */
public final class StacAsset {
    /** Assets that are something else than a file of the dataset. */
    private static final Set<String> OTHERS = Set.of("globus", "reference_file", "thumbnail", "quicklook");

    private final String key;
    private final JsonNode asset;

    private StacAsset(String key, JsonNode asset) {
        this.key = key;
        this.asset = asset;
    }

    /** The asset, if it is a file: by its type, or, for items that do not give one, by its name. */
    public static Optional<StacAsset> of(String key, JsonNode asset) {
        if (!asset.isObject() || OTHERS.contains(key.toLowerCase(Locale.ROOT))) return Optional.empty();
        String type = JsonAnswers.text(asset, "type").orElse("").toLowerCase(Locale.ROOT);
        String medium = JsonAnswers.text(asset, "media_type").orElse("").toLowerCase(Locale.ROOT);
        boolean isNetcdf = type.contains("netcdf") || medium.contains("netcdf") || type.contains("hdf");
        boolean saysNothing = type.isEmpty() && medium.isEmpty();
        boolean looksLikeOne = isFileName(key) || isFileName(lastPart(address(asset)));
        return isNetcdf || (saysNothing && looksLikeOne) ? Optional.of(new StacAsset(key, asset)) : Optional.empty();
    }

    private static boolean isFileName(String text) {
        return text.matches("[^\\s/\\\\\\p{Cntrl}]{1,250}\\.nc\\d?(_\\d+)?");
    }

    /** Names of the nodes that an asset of any kind names, as they are written. */
    static List<String> nodes(JsonNode asset) {
        List<String> nodes = new ArrayList<>();
        node(asset).ifPresent(nodes::add);
        alternates(asset).forEach(copy -> nodes.add(copy.node()));
        return nodes;
    }

    /** One claim for each node that has it. */
    public List<ClaimedFile> claims(String index, String instanceId) throws UnreadableRecord {
        String fileName = fileName();
        List<Checksum> digests = new ArrayList<>();
        List<String> unread = new ArrayList<>();
        for (String written : JsonAnswers.texts(asset, "file:checksum")) {
            PublishedDigest.read(Optional.empty(), written).ifPresentOrElse(digests::add, () -> unread.add(written));
        }
        OptionalLong size =
                JsonAnswers.text(asset, "file:size").map(IndexRecord::numberOf).orElse(OptionalLong.empty());
        List<ClaimedFile> claims = new ArrayList<>();
        for (Copy copy : copies()) {
            claims.add(new ClaimedFile(
                    index,
                    instanceId,
                    copy.node(),
                    fileName,
                    size,
                    digests,
                    unread,
                    trackingId(),
                    List.of(copy.location()),
                    JsonAnswers.text(asset, "file:local_path"),
                    modified()));
        }
        return claims;
    }

    /** A node and where it has the file. */
    public record Copy(String node, ClaimedLocation location) {}

    private List<Copy> copies() throws UnreadableRecord {
        List<Copy> copies = new ArrayList<>();
        String address = address(asset);
        Optional<String> node = node(asset);
        if (node.isPresent() && !address.isEmpty()) copies.add(new Copy(node.get(), location(asset)));
        copies.addAll(alternates(asset));
        if (copies.isEmpty()) throw new UnreadableRecord("asset '" + key + "' names neither a node nor an address");
        return copies;
    }

    private static Optional<String> node(JsonNode place) {
        return JsonAnswers.text(place, "alternate:name")
                .or(() -> JsonAnswers.text(place, "node"))
                .flatMap(DataNodeNames::of)
                .or(() -> DataNodeNames.of(List.of(location(place))));
    }

    /** An object by name of the node; some write a list. */
    private static List<Copy> alternates(JsonNode asset) {
        List<Copy> copies = new ArrayList<>();
        JsonNode alternates = asset.path("alternate");
        if (alternates.isArray()) {
            alternates.forEach(place -> copy("", place).ifPresent(copies::add));
        } else {
            alternates
                    .properties()
                    .forEach(entry -> copy(entry.getKey(), entry.getValue()).ifPresent(copies::add));
        }
        return copies;
    }

    /**
     * A copy at a place; empty if it has no address.
     *
     * @param name key of the alternate: the data node, where {@code alternate:name} of some items is only the kind of access
     */
    public static Optional<Copy> copy(String name, JsonNode place) {
        if (address(place).isEmpty()) return Optional.empty();
        List<String> names = Stream.of(Optional.of(name), JsonAnswers.text(place, "alternate:name"))
                .flatMap(Optional::stream)
                .flatMap(written -> DataNodeNames.of(written).stream())
                .toList();
        return names.stream()
                .filter(host -> host.contains("."))
                .findFirst()
                .or(() -> names.stream().findFirst())
                .or(() -> node(place))
                .map(node -> new Copy(node, location(place)));
    }

    private static String address(JsonNode place) {
        return JsonAnswers.text(place, "href").orElse("");
    }

    private static ClaimedLocation location(JsonNode place) {
        String address = address(place);
        String scheme = address.contains(":")
                ? address.substring(0, address.indexOf(':')).toLowerCase(Locale.ROOT)
                : "";
        String service = switch (scheme) {
            case "http", "https" -> "HTTPServer";
            case "globus" -> "Globus";
            case "gsiftp" -> "GridFTP";
            default -> scheme;
        };
        boolean isData = JsonAnswers.text(place, "protocol")
                .map(protocol -> protocol.matches("(?i)https?"))
                .orElse(true);
        boolean isWeb = service.equals("HTTPServer") && !isData;
        return new ClaimedLocation(
                address, isWeb ? JsonAnswers.text(place, "protocol").orElse("") : service);
    }

    private String fileName() throws UnreadableRecord {
        List<String> candidates =
                List.of(key, lastPart(JsonAnswers.text(asset, "file:local_path").orElse("")), lastPart(address(asset)));
        return candidates.stream()
                .filter(StacAsset::isFileName)
                .findFirst()
                .orElseThrow(() -> new UnreadableRecord("asset '" + key + "' does not name its file"));
    }

    private static String lastPart(String path) {
        String plain = path.replaceFirst("[?#].*", "");
        return plain.substring(plain.lastIndexOf('/') + 1);
    }

    /** {@code cmip6:tracking_id}, {@code cmip7:tracking_id}, .. */
    private Optional<String> trackingId() {
        return asset.properties().stream()
                .filter(entry ->
                        entry.getKey().equals("tracking_id") || entry.getKey().endsWith(":tracking_id"))
                .flatMap(entry -> JsonAnswers.texts(asset, entry.getKey()).stream())
                .findFirst();
    }

    private Optional<Instant> modified() {
        return JsonAnswers.text(asset, "updated")
                .or(() -> JsonAnswers.text(asset, "created"))
                .flatMap(IndexRecord::instantOf);
    }
}
