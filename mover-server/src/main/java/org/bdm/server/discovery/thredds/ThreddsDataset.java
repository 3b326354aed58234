package org.bdm.server.discovery.thredds;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.checksum.PublishedDigest;
import org.bdm.server.discovery.index.ClaimedDataset;
import org.bdm.server.discovery.index.ClaimedFile;
import org.bdm.server.discovery.index.ClaimedLocation;
import org.bdm.server.discovery.index.ClaimedStatus;
import org.bdm.server.discovery.record.IndexRecord;
import org.bdm.server.discovery.record.RecordClaims;
import org.bdm.server.discovery.record.UnreadableRecord;
import org.bdm.server.drs.DatasetName;
import org.jspecify.annotations.Nullable;

/** A {@code dataset} element while it is read: of a file, or of what holds files. */
final class ThreddsDataset {
    private static final int PROPERTIES_MAX = 1_000;
    private static final int ACCESSES_MAX = 1_000;
    private static final int FILES_MAX = 200_000;
    private static final Set<String> NO_FACETS = Set.of(
            "dataset_id",
            "dataset_version",
            "is_replica",
            "title",
            "creation_time",
            "format",
            "size",
            "mod_time",
            "tracking_id",
            "checksum",
            "checksum_type",
            "file_id",
            "file_version",
            "dataSize",
            "project",
            "dataset_id_template_",
            "directory_format_template_",
            "mirrored");

    private final @Nullable ThreddsDataset parent;
    private final String id;
    private final String name;
    private final Map<String, String> properties = new HashMap<>();
    private final List<Access> accesses = new ArrayList<>();
    private final List<ClaimedFile> files = new ArrayList<>();
    private String path = "";
    private String service = "";
    private long filesLost;

    /**
     * A way to a file.
     *
     * @param path what is behind the base of the service
     * @param service its name in the catalog
     */
    record Access(String path, String service) {}

    ThreddsDataset(@Nullable ThreddsDataset parent, String id, String name) {
        this.parent = parent;
        this.id = id;
        this.name = name;
    }

    /** With the attributes of its element. */
    ThreddsDataset with(String urlPath, String serviceName) {
        path = urlPath;
        service = serviceName;
        return this;
    }

    void setService(String given) {
        if (service.isEmpty()) service = given;
    }

    void addAccess(String urlPath, String serviceName) {
        if (accesses.size() < ACCESSES_MAX) accesses.add(new Access(urlPath, serviceName));
    }

    void addProperty(String property, String value) {
        if (properties.size() < PROPERTIES_MAX && !property.isEmpty()) properties.putIfAbsent(property, value);
    }

    /** Returns the path of the element first, then those of its {@code access} elements. */
    List<Access> accesses() {
        List<Access> all = new ArrayList<>();
        if (!path.isEmpty()) all.add(new Access(path, inheritedService()));
        for (Access access : accesses) {
            all.add(access.service().isEmpty() ? new Access(access.path(), inheritedService()) : access);
        }
        return all;
    }

    private String inheritedService() {
        if (!service.isEmpty()) return service;
        return parent == null ? "" : parent.inheritedService();
    }

    /** A file has a size; an aggregation has an address, too, but stands for files that are named beside it. */
    boolean isFile() {
        if (properties.containsKey("aggregation_id")) return false;
        boolean hasSize = properties.containsKey("size") || properties.containsKey("dataSize");
        return properties.containsKey("file_id") || (hasSize && !accesses().isEmpty());
    }

    /** True if it is a dataset version in the sense of ESGF. */
    boolean isVersion() {
        return properties.containsKey("dataset_id");
    }

    /** The dataset version it is in, itself included; null if there is none. */
    @Nullable ThreddsDataset version() {
        if (isVersion()) return this;
        return parent == null ? null : parent.version();
    }

    String label() {
        return id.isEmpty() ? name : id;
    }

    void addFile(ClaimedFile file) {
        if (files.size() < FILES_MAX) files.add(file);
        else filesLost++;
    }

    /** Files that were too many to be kept. */
    long filesLost() {
        return filesLost;
    }

    List<ClaimedFile> files() {
        return files;
    }

    private DatasetName datasetName() throws UnreadableRecord {
        Optional<DatasetName> named = DatasetName.read(id).filter(DatasetName::hasVersion);
        if (named.isPresent()) return named.get();
        String version = text("dataset_version").orElse("").replaceFirst("^v", "");
        if (!version.matches("\\d{1,18}")) throw new UnreadableRecord("it names no version");
        return text("dataset_id")
                .flatMap(DatasetName::read)
                .map(master -> new DatasetName(master.masterId(), version))
                .orElseThrow(() -> new UnreadableRecord("it does not name its dataset"));
    }

    private Optional<String> text(String property) {
        return Optional.ofNullable(properties.get(property)).filter(value -> !value.isBlank());
    }

    ClaimedDataset claim(String index, String dataNode) throws UnreadableRecord {
        DatasetName known = datasetName();
        Map<String, List<String>> facets = new TreeMap<>();
        properties.forEach((property, value) -> {
            if (!NO_FACETS.contains(property) && !value.isBlank()) facets.put(property, List.of(value));
        });
        return new ClaimedDataset(
                index,
                known.instanceId(),
                known.masterId(),
                known.version(),
                text("project").orElse(""),
                dataNode,
                new ClaimedStatus(
                        text("is_replica").flatMap(IndexRecord::flagOf),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty()),
                OptionalLong.of(files.size() + filesLost),
                OptionalLong.empty(),
                facets,
                text("pid"),
                Optional.empty());
    }

    /** Claim of a file in a version. */
    ClaimedFile fileClaim(String index, String dataNode, ThreddsDataset version, List<ClaimedLocation> locations)
            throws UnreadableRecord {
        List<Checksum> digests = new ArrayList<>();
        List<String> unread = new ArrayList<>();
        text("checksum")
                .ifPresent(written -> PublishedDigest.read(text("checksum_type"), written)
                        .ifPresentOrElse(digests::add, () -> unread.add(written)));
        return new ClaimedFile(
                index,
                version.datasetName().instanceId(),
                dataNode,
                fileName(),
                text("size")
                        .or(() -> text("dataSize"))
                        .map(IndexRecord::numberOf)
                        .orElse(OptionalLong.empty()),
                digests,
                unread,
                text("tracking_id"),
                locations,
                Optional.empty(),
                text("mod_time").flatMap(IndexRecord::instantOf));
    }

    private String fileName() throws UnreadableRecord {
        String last = path.substring(path.lastIndexOf('/') + 1);
        for (String candidate : List.of(name, last)) {
            if (RecordClaims.isFileName(candidate)) return candidate;
        }
        throw new UnreadableRecord("it does not name its file");
    }
}
