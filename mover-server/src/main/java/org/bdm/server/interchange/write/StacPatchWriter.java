package org.bdm.server.interchange.write;

import java.io.IOException;
import java.io.OutputStream;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import org.bdm.core.checksum.ChecksumAlgorithm;
import org.bdm.core.fault.MoverException;
import org.bdm.server.drs.DatasetName;
import org.bdm.server.drs.DrsPath;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.StreamWriteFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * The JSON Patch (RFC 6902) by which the Transaction API of ESGF-NG is told of our replica of one item, or of its end: one operation
 * for each file, on {@code /assets/FILE/alternate/NODE}. It is written, never sent.
 */
public final class StacPatchWriter implements ManifestWriter {
    private static final JsonMapper JSON =
            JsonMapper.builder().disable(StreamWriteFeature.AUTO_CLOSE_TARGET).build();

    private final DatasetName item;
    private final StacReplica replica;
    /** Null when the replica is taken away. */
    private final @Nullable String time;

    private final OutputStream out;
    private final JsonGenerator json;

    private StacPatchWriter(DatasetName item, StacReplica replica, @Nullable String time, OutputStream out) {
        this.item = item;
        this.replica = replica;
        this.time = time;
        this.out = out;
        this.json = JSON.createGenerator(out);
        json.writeStartArray();
    }

    /**
     * A patch that adds our replica.
     *
     * @param item the dataset version, whose text is the id of the item
     * @param time written as {@code created} and {@code updated}
     */
    public static StacPatchWriter adding(DatasetName item, StacReplica replica, Instant time, OutputStream out) {
        String seconds = time.truncatedTo(ChronoUnit.SECONDS).toString();
        return new StacPatchWriter(item, replica, seconds, out);
    }

    /** A patch that takes our replica away. */
    public static StacPatchWriter removing(DatasetName item, StacReplica replica, OutputStream out) {
        return new StacPatchWriter(item, replica, null, out);
    }

    /**
     * Makes room for alternates in an asset that has none: catalogs fail where an operation adds to what is not there. The asset is compared first,
     * so that alternates which somebody else added meanwhile are not replaced.
     *
     * @param asset as JSON, as it was read
     */
    public void beginAlternates(String key, String asset) throws IOException {
        try {
            json.writeStartObject();
            json.writeStringProperty("op", "test");
            json.writeStringProperty("path", "/assets/" + pointer(key));
            json.writeName("value");
            json.writeRawValue(asset);
            json.writeEndObject();
            json.writeStartObject();
            json.writeStringProperty("op", "add");
            json.writeStringProperty("path", "/assets/" + pointer(key) + "/alternate");
            json.writeObjectPropertyStart("value");
            json.writeEndObject();
            json.writeEndObject();
        } catch (JacksonException e) {
            throw broken(e);
        }
    }

    /**
     * One operation.
     *
     * @throws MoverException INVALID_REQUEST if the file is of another dataset
     */
    @Override
    public void add(ManifestFile file) throws IOException {
        file.checkDataset(item);
        ManifestFile.checkPrintable(file.relativePath());
        try {
            json.writeStartObject();
            json.writeStringProperty("op", time == null ? "remove" : "add");
            json.writeStringProperty(
                    "path", "/assets/" + pointer(file.fileName()) + "/alternate/" + pointer(replica.dataNode()));
            if (time != null) value(file, time);
            json.writeEndObject();
        } catch (JacksonException e) {
            throw broken(e);
        }
    }

    /** Size, digest and path as in the asset itself: esgpull takes the first alternate in its place, and looks nowhere else. */
    private void value(ManifestFile file, String now) {
        json.writeObjectPropertyStart("value");
        json.writeStringProperty("href", replica.href(file.relativePath()));
        json.writeStringProperty("type", "application/netcdf");
        json.writeArrayPropertyStart("roles");
        json.writeString("data");
        json.writeEndArray();
        json.writeStringProperty("description", "HTTPServer Link");
        json.writeStringProperty("alternate:name", replica.dataNode());
        json.writeStringProperty("protocol", replica.root().getScheme());
        json.writeNumberProperty("file:size", file.sizeBytes());
        multihash(file).ifPresent(digest -> json.writeStringProperty("file:checksum", digest));
        json.writeStringProperty("file:local_path", localPath(file.relativePath()));
        json.writeStringProperty("created", now);
        json.writeStringProperty("updated", now);
        json.writeEndObject();
    }

    /** The directories of the project down to the file, without those that an export may have above them. */
    private static String localPath(String relativePath) {
        DrsPath known = DrsPath.of(relativePath);
        String version = known == null ? null : known.version();
        if (known == null || version == null) return relativePath;
        return String.join("/", known.directories()) + "/" + version + "/" + String.join("/", known.rest());
    }

    /** The strongest digest that has one. */
    private static Optional<String> multihash(ManifestFile file) {
        return file.digest(ChecksumAlgorithm.SHA256)
                .map(digest -> "1220" + digest.hex())
                .or(() -> file.digest(ChecksumAlgorithm.MD5).map(digest -> "d50110" + digest.hex()));
    }

    /** RFC 6901: {@code ~} and {@code /} inside a name. */
    private static String pointer(String name) {
        return name.replace("~", "~0").replace("/", "~1");
    }

    @Override
    public void end() throws IOException {
        try {
            json.writeEndArray();
            json.close();
        } catch (JacksonException e) {
            throw broken(e);
        }
        out.flush();
    }

    private static IOException broken(JacksonException e) {
        return e.getCause() instanceof IOException cause ? cause : new IOException("the manifest cannot be written", e);
    }
}
