package org.bdm.server.interchange.write;

import java.io.IOException;
import java.io.OutputStream;
import org.bdm.core.checksum.ChecksumAlgorithm;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.server.interchange.entry.QuotedText;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.StreamWriteFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * A job of FTS 3, the body of {@code POST /jobs}. One source for each file, since a job whose files have several must have one file alone.
 *
 * <pre>
 * {"files":[{"sources":["URL"],"destinations":["URL"],"filesize":12,"checksum":"MD5:HEX"}],
 *  "params":{"verify_checksum":"target","overwrite":false}}
 * </pre>
 *
 * FTS takes {@code overwrite} as a text for yes, whatever the text says, and a destination twice.
 */
public final class FtsJobWriter implements ManifestWriter {
    private static final JsonMapper JSON =
            JsonMapper.builder().disable(StreamWriteFeature.AUTO_CLOSE_TARGET).build();

    private final FtsDestination destination;
    private final @Nullable ChecksumAlgorithm algorithm;
    private final OutputStream out;
    private final JsonGenerator json;

    /**
     * Writes UTF-8, and the beginning at once.
     *
     * @param algorithm MD5, by which FTS verifies each file at its destination; null verifies sizes alone
     * @throws MoverException INVALID_REQUEST for an algorithm that FTS cannot check
     */
    public FtsJobWriter(FtsDestination destination, @Nullable ChecksumAlgorithm algorithm, OutputStream out) {
        if (algorithm != null && algorithm != ChecksumAlgorithm.MD5) {
            throw new MoverException(
                    ErrorCode.INVALID_REQUEST,
                    "FTS checks no " + algorithm.standardName()
                            + ": write the list with '--digest md5', or with '--digest none' and verify what arrived"
                            + " yourself");
        }
        this.destination = destination;
        this.algorithm = algorithm;
        this.out = out;
        json = JSON.createGenerator(out);
        json.writeStartObject();
        json.writeArrayPropertyStart("files");
    }

    /**
     * A file.
     *
     * @throws MoverException EVIDENCE_MISSING if it has no digest of the algorithm; INVALID_PATH if its path has a blank at an end;
     *     INVALID_REQUEST if source and destination are the same
     */
    @Override
    public void add(ManifestFile file) throws IOException {
        String path = ManifestFile.checkPrintable(file.relativePath());
        if (path.startsWith(" ") || path.endsWith(" ")) {
            throw ManifestFile.unnameable(path, "has a blank at an end, which FTS cuts off", "rclone-urls");
        }
        String source = file.neededAddress().toASCIIString();
        String target = destination.address(path);
        if (source.equals(target)) {
            throw new MoverException(
                    ErrorCode.INVALID_REQUEST,
                    QuotedText.of(source)
                            + " is source and destination: FTS would take that. Name another --destination");
        }
        String checksum =
                algorithm == null ? null : "MD5:" + file.handedDigest(algorithm).hex();
        try {
            json.writeStartObject();
            one("sources", source);
            one("destinations", target);
            json.writeNumberProperty("filesize", file.sizeBytes());
            if (checksum != null) json.writeStringProperty("checksum", checksum);
            json.writeEndObject();
        } catch (JacksonException e) {
            throw broken(e);
        }
    }

    private void one(String name, String address) {
        json.writeArrayPropertyStart(name);
        json.writeString(address);
        json.writeEndArray();
    }

    @Override
    public void end() throws IOException {
        try {
            json.writeEndArray();
            json.writeObjectPropertyStart("params");
            json.writeStringProperty("verify_checksum", algorithm == null ? "none" : "target");
            json.writeBooleanProperty("overwrite", false);
            json.writeEndObject();
            json.writeEndObject();
            json.close();
        } catch (JacksonException e) {
            throw broken(e);
        }
        out.flush();
    }

    private static IOException broken(JacksonException e) {
        return e.getCause() instanceof IOException cause ? cause : new IOException("the list cannot be written", e);
    }
}
