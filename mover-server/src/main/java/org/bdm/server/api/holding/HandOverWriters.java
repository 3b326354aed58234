package org.bdm.server.api.holding;

import java.io.IOException;
import java.io.OutputStream;
import java.time.Instant;
import java.util.List;
import java.util.function.Function;
import org.bdm.core.checksum.ChecksumAlgorithm;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.server.interchange.write.Aria2InputWriter;
import org.bdm.server.interchange.write.DestinationsOnce;
import org.bdm.server.interchange.write.FtsDestination;
import org.bdm.server.interchange.write.FtsJobWriter;
import org.bdm.server.interchange.write.GfalListWriter;
import org.bdm.server.interchange.write.GlobusBatchWriter;
import org.bdm.server.interchange.write.ManifestFile;
import org.bdm.server.interchange.write.ManifestWriter;
import org.bdm.server.interchange.write.MetalinkWriter;
import org.bdm.server.interchange.write.RcloneListWriter;
import org.bdm.server.interchange.write.RcloneUrlsWriter;
import org.bdm.server.interchange.write.WgetListWriter;
import org.jspecify.annotations.Nullable;

/**
 * Opens the lists by which other movers transfer.
 *
 * @param root the directory at the destination, of a list that names destinations; null if none was given
 * @param algorithm of the digests of a list that has those of one alone; null for none
 * @param keepsDirectories false where the addresses are of several servers, so that directories made of them mean nothing
 */
record HandOverWriters(
        ManifestFormat format,
        @Nullable String root,
        @Nullable ChecksumAlgorithm algorithm,
        Instant now,
        boolean keepsDirectories) {
    /** Those that fetch by addresses, and so can have the files of data nodes. */
    static final List<ManifestFormat> OF_ADDRESSES = List.of(
            ManifestFormat.METALINK,
            ManifestFormat.RCLONE_URLS,
            ManifestFormat.WGET,
            ManifestFormat.ARIA2,
            ManifestFormat.GFAL,
            ManifestFormat.FTS);

    /** Each destination is in the list once. */
    ManifestWriter on(OutputStream out) throws IOException {
        ManifestWriter writer = switch (format) {
            case GLOBUS_BATCH -> new GlobusBatchWriter(algorithm, needed(), out);
            case METALINK -> new MetalinkWriter(now, out);
            case RCLONE -> new RcloneListWriter(out);
            case RCLONE_URLS -> new RcloneUrlsWriter(out);
            case WGET -> new WgetListWriter(out);
            case ARIA2 -> new Aria2InputWriter(out);
            case GFAL -> new GfalListWriter(out);
            case FTS -> new FtsJobWriter(new FtsDestination(needed()), algorithm, out);
            case MAPFILE, SHA256SUM, STAC_PATCH, RECEIPT ->
                throw new IllegalArgumentException(format + " is no list for another mover");
        };
        return new DestinationsOnce(writer, destination());
    }

    private Function<ManifestFile, String> destination() {
        boolean isFlat = format == ManifestFormat.GFAL || (format == ManifestFormat.WGET && !keepsDirectories);
        return isFlat ? ManifestFile::fileName : ManifestFile::relativePath;
    }

    private String needed() {
        if (root != null) return root;
        throw new MoverException(
                ErrorCode.INVALID_REQUEST,
                format == ManifestFormat.FTS
                        ? "fts needs root, the address of the directory at the destination"
                        : "a globus-batch needs root, the directory at the destination endpoint");
    }
}
