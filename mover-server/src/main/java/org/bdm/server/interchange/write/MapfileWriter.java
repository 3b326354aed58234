package org.bdm.server.interchange.write;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import org.bdm.core.checksum.ChecksumAlgorithm;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.server.drs.DatasetName;
import org.bdm.server.interchange.entry.QuotedText;
import org.jspecify.annotations.Nullable;

/**
 * A mapfile as {@code esgpublish} takes it (esgf-prepare, esg-publisher 5): {@code ID.vVERSION | PATH | SIZE |
 * mod_time=SECONDS | checksum=HEX | checksum_type=SHA256}. SHA-256 alone, since the publisher puts no other into its records.
 * One mapfile is of one dataset version: the publisher takes the first line's for all of them.
 */
public final class MapfileWriter implements ManifestWriter {
    private static final int NANOSECOND_DIGITS = 9;

    private final Writer out;
    private @Nullable DatasetName only;

    /** Writes UTF-8. */
    public MapfileWriter(OutputStream out) {
        this.out = new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8));
    }

    /** The name that the publisher's tools give the mapfile of this dataset. */
    public static String fileName(DatasetName dataset) {
        return dataset.instanceId() + ".map";
    }

    /**
     * One line.
     *
     * @throws MoverException INVALID_REQUEST if the file belongs to no version of a dataset, or to another one than those before;
     *     INVALID_PATH, EVIDENCE_MISSING
     */
    @Override
    public void add(ManifestFile file) throws IOException {
        DatasetName dataset = file.neededDataset();
        if (only == null) only = dataset;
        if (!dataset.equals(only)) {
            throw new MoverException(
                    ErrorCode.INVALID_REQUEST,
                    "a mapfile is of one dataset version, and there are files of " + QuotedText.of(only.instanceId())
                            + " and " + QuotedText.of(dataset.instanceId())
                            + ": name one of them instead, or write a file for each with --output-directory DIR");
        }
        String path = ManifestFile.checkPrintable(file.pathOnDisk());
        if (path.indexOf('|') >= 0) {
            throw new MoverException(
                    ErrorCode.INVALID_PATH,
                    QuotedText.of(path) + " holds '|', which separates the fields of a mapfile");
        }
        String version = dataset.versionDirectory().orElse("");
        if (!List.of(path.split("/")).contains(version)) {
            throw new MoverException(
                    ErrorCode.INVALID_PATH,
                    QuotedText.of(path) + " has no directory " + version + ", without which it cannot be published");
        }
        String digest = file.neededDigest(ChecksumAlgorithm.SHA256).hex();
        out.write(dataset.instanceId() + " | " + path + " | " + file.sizeBytes() + " | mod_time="
                + seconds(file.modified()) + " | checksum=" + digest + " | checksum_type=SHA256\n");
    }

    @Override
    public void end() throws IOException {
        out.flush();
    }

    /** As Python prints a float: always with a point. */
    private static String seconds(Instant time) {
        BigDecimal seconds = BigDecimal.valueOf(time.getEpochSecond())
                .add(BigDecimal.valueOf(time.getNano(), NANOSECOND_DIGITS))
                .stripTrailingZeros();
        return seconds.setScale(Math.max(1, seconds.scale())).toPlainString();
    }
}
