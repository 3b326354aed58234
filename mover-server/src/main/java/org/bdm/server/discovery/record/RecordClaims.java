package org.bdm.server.discovery.record;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.checksum.PublishedDigest;
import org.bdm.server.discovery.index.ClaimedDataset;
import org.bdm.server.discovery.index.ClaimedFile;
import org.bdm.server.discovery.index.ClaimedLocation;
import org.bdm.server.discovery.index.ClaimedStatus;
import org.bdm.server.drs.DatasetAtNode;
import org.bdm.server.drs.DatasetName;

/** Makes claims of the flat records of esg-search and of Globus Search, which share their field names. */
public final class RecordClaims {
    /** No facets: fields of every record, and texts that nobody looks for. */
    private static final Set<String> OTHER_FIELDS = Set.of(
            "id",
            "title",
            "type",
            "replica",
            "latest",
            "retracted",
            "version",
            "dataset_id",
            "master_id",
            "instance_id",
            "data_node",
            "index_node",
            "timestamp",
            "_timestamp",
            "_version_",
            "size",
            "number_of_files",
            "number_of_aggregations",
            "url",
            "xlink",
            "access",
            "score",
            "pid",
            "datetime_start",
            "datetime_stop",
            "datetime_end",
            "checksum",
            "checksum_type",
            "tracking_id",
            "citation_url",
            "further_info_url",
            "description",
            "short_description",
            "geo",
            "geo_units",
            "metadata_format",
            "deprecated",
            "dataset_status");

    private static final Pattern OTHER_SPELLING = Pattern.compile(".*_degrees|.*_template_|bbox.*|height_.*");
    private static final Pattern FILE_NAME = Pattern.compile("[^\\s/\\\\\\p{Cntrl}]{1,250}\\.[A-Za-z0-9_]{1,16}");

    private RecordClaims() {}

    /** True if it is one of a file; a record that does not say is one if it names its dataset. */
    public static boolean isFile(IndexRecord record) {
        return record.text("type")
                .map(type -> type.equalsIgnoreCase("File"))
                .orElse(record.text("dataset_id").isPresent());
    }

    /**
     * Claim of a record of type {@code Dataset}. One that belongs to a dataset itself, as an aggregation does, says that the dataset is there,
     * and nothing of its files.
     */
    public static ClaimedDataset dataset(String index, IndexRecord record) throws UnreadableRecord {
        boolean isPart = record.text("dataset_id").isPresent();
        DatasetAtNode named = name(record, isPart ? List.of("dataset_id") : List.of("instance_id", "id", "drs_id"));
        DatasetName name = named.dataset();
        String version = Optional.of(name.version())
                .filter(digits -> name.hasVersion())
                .or(() -> record.text("version").map(RecordClaims::digits).filter(digits -> !digits.isEmpty()))
                .orElseThrow(() -> new UnreadableRecord("it names no version"));
        return new ClaimedDataset(
                index,
                name.masterId() + ".v" + version,
                record.text("master_id")
                        .filter(id -> !isPart && DatasetName.read(id).isPresent())
                        .orElse(name.masterId()),
                version,
                record.text("project").or(() -> record.text("mip_era")).orElse(""),
                node(record, named, List.of()),
                status(record),
                isPart ? OptionalLong.empty() : record.number("number_of_files"),
                isPart ? OptionalLong.empty() : record.number("size"),
                isPart ? Map.of() : facets(record),
                record.text("pid"),
                record.instant("_timestamp"));
    }

    /** Claim of a record of type {@code File}. */
    public static ClaimedFile file(String index, IndexRecord record) throws UnreadableRecord {
        DatasetAtNode named = name(record, List.of("dataset_id"));
        DatasetName name = named.dataset();
        List<ClaimedLocation> locations =
                record.texts("url").stream().map(RecordClaims::location).toList();
        String fileName = fileName(record, locations);
        List<Checksum> digests = new ArrayList<>();
        List<String> unread = new ArrayList<>();
        digests(record, digests, unread);
        return new ClaimedFile(
                index,
                name.instanceId(),
                node(record, named, locations),
                fileName,
                record.number("size"),
                digests,
                unread,
                record.text("tracking_id"),
                locations,
                name.versionDirectory().flatMap(version -> LocalPathTemplate.path(record, version, fileName)),
                record.instant("timestamp"));
    }

    private static DatasetAtNode name(IndexRecord record, List<String> fields) throws UnreadableRecord {
        for (String field : fields) {
            Optional<DatasetAtNode> name = record.text(field).flatMap(DatasetAtNode::read);
            if (name.isPresent()) return name.get();
        }
        throw new UnreadableRecord("it does not name its dataset");
    }

    private static String digits(String version) {
        String plain = version.strip().replaceFirst("^v", "");
        return plain.matches("\\d{1,18}") ? plain : "";
    }

    private static String node(IndexRecord record, DatasetAtNode name, List<ClaimedLocation> locations)
            throws UnreadableRecord {
        return record.text("data_node")
                .flatMap(DataNodeNames::of)
                .or(() -> name.dataNode().flatMap(DataNodeNames::of))
                .or(() -> record.text("id")
                        .flatMap(DatasetAtNode::read)
                        .flatMap(DatasetAtNode::dataNode)
                        .flatMap(DataNodeNames::of))
                .or(() -> DataNodeNames.of(locations))
                .orElseThrow(() -> new UnreadableRecord("it does not name its data node"));
    }

    private static ClaimedStatus status(IndexRecord record) {
        Optional<Boolean> deprecated = record.flag("deprecated")
                .or(() -> record.text("dataset_status").map(status -> status.equalsIgnoreCase("deprecated")));
        return new ClaimedStatus(record.flag("replica"), record.flag("latest"), record.flag("retracted"), deprecated);
    }

    private static Map<String, List<String>> facets(IndexRecord record) {
        Map<String, List<String>> facets = new TreeMap<>(record.fields());
        facets.keySet()
                .removeIf(name -> OTHER_FIELDS.contains(name)
                        || OTHER_SPELLING.matcher(name).matches());
        return facets;
    }

    /** {@code address|media type|service}; an address alone is taken for one of HTTP if it looks like that. */
    private static ClaimedLocation location(String written) {
        String[] parts = written.split("\\|", -1);
        if (parts.length >= 3) return new ClaimedLocation(parts[0].strip(), parts[parts.length - 1].strip());
        String address = parts[0].strip();
        return new ClaimedLocation(address, address.matches("(?i)https?://.*") ? "HTTPServer" : "");
    }

    /** The title, as all files have it; else the end of an address. */
    private static String fileName(IndexRecord record, List<ClaimedLocation> locations) throws UnreadableRecord {
        Optional<String> title = record.text("title").filter(RecordClaims::isFileName);
        return title.or(() -> locations.stream()
                        .filter(ClaimedLocation::isHttp)
                        .map(location -> lastPart(location.address()))
                        .filter(RecordClaims::isFileName)
                        .findFirst())
                .orElseThrow(() -> new UnreadableRecord("it does not name its file"));
    }

    /** One name, without directories, with an ending. */
    public static boolean isFileName(String text) {
        return FILE_NAME.matcher(text).matches();
    }

    private static String lastPart(String address) {
        String path = address.replaceFirst("[?#].*", "");
        return path.substring(path.lastIndexOf('/') + 1);
    }

    private static void digests(IndexRecord record, List<Checksum> digests, List<String> unread) {
        List<String> written = record.texts("checksum");
        List<String> types = record.texts("checksum_type");
        for (int i = 0; i < written.size(); i++) {
            Optional<String> type = i < types.size() ? Optional.of(types.get(i)) : Optional.empty();
            String text = written.get(i);
            PublishedDigest.read(type, text).ifPresentOrElse(digests::add, () -> unread.add(text));
        }
    }
}
