package org.bdm.server.interchange.write;

import java.net.URI;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.checksum.ChecksumAlgorithm;
import org.bdm.core.checksum.EvidenceLevel;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.server.drs.DatasetName;
import org.bdm.server.interchange.entry.QuotedText;
import org.jspecify.annotations.Nullable;

/**
 * One file that is held, as manifests need it.
 *
 * @param dataset whose file it is; null if it belongs to none
 * @param relativePath below the root of the replica set: the directories of the data reference syntax and the name
 * @param absolutePath on the disk of the holding site; {@code s3://STORE/BUCKET/KEY} of an object
 * @param modified its time on that disk
 * @param digests at most one of each algorithm
 * @param evidence how the digests were confirmed; null if they were only told by a list
 * @param trackingId handle of the file; null if it is not known
 * @param urls where it can be fetched from, the preferred one first
 * @param now what became of the file since, or what is missing in its evidence; null for nothing
 */
public record ManifestFile(
        @Nullable DatasetName dataset,
        String relativePath,
        String absolutePath,
        long sizeBytes,
        Instant modified,
        List<Checksum> digests,
        @Nullable EvidenceLevel evidence,
        @Nullable String trackingId,
        List<URI> urls,
        @Nullable String now) {
    private static final String OBJECT = "s3://";

    /** The character that Java puts in the place of bytes that are not UTF-8. */
    private static final char NOT_UTF_8 = '\uFFFD';

    /**
     * Copies the lists.
     *
     * @throws MoverException INVALID_PATH if a path would lead elsewhere
     */
    public ManifestFile {
        digests = List.copyOf(digests);
        urls = List.copyOf(urls);
        if (sizeBytes < 0) throw new IllegalArgumentException("a size of " + sizeBytes);
        if (!leadsDown(relativePath)) {
            throw new MoverException(
                    ErrorCode.INVALID_PATH,
                    QuotedText.of(relativePath) + " is not a path below a root; it cannot be in a manifest");
        }
        boolean isPlace = isObject(absolutePath)
                ? leadsDown(absolutePath.substring(OBJECT.length()))
                : absolutePath.startsWith("/") && leadsDown(absolutePath.substring(1));
        if (!isPlace) {
            throw new MoverException(
                    ErrorCode.INVALID_PATH, QuotedText.of(absolutePath) + " is not an absolute path without '..'");
        }
    }

    private static boolean isObject(String path) {
        return path.startsWith(OBJECT);
    }

    /**
     * Returns the path on the disk of the holding site, for manifests that programs look for there.
     *
     * @throws MoverException UNSUPPORTED for an object of a bucket
     */
    String pathOnDisk() {
        if (!isObject(absolutePath)) return absolutePath;
        throw new MoverException(
                ErrorCode.UNSUPPORTED,
                QuotedText.of(absolutePath)
                        + " is an object, which has no path on a disk, and this manifest names paths;"
                        + " use --format metalink or stac-patch with the public address of the bucket as --root");
    }

    private static boolean leadsDown(String path) {
        for (String part : path.split("/", -1)) {
            if (part.isEmpty() || part.equals(".") || part.equals("..") || part.indexOf('\0') >= 0) return false;
        }
        return true;
    }

    /** The last part of the path. */
    public String fileName() {
        return relativePath.substring(relativePath.lastIndexOf('/') + 1);
    }

    Optional<Checksum> digest(ChecksumAlgorithm algorithm) {
        return digests.stream()
                .filter(digest -> digest.algorithm() == algorithm)
                .findFirst();
    }

    /** Returns the digest that a manifest cannot do without; never of another algorithm. */
    Checksum neededDigest(ChecksumAlgorithm algorithm) {
        return digest(algorithm)
                .orElseThrow(() -> new MoverException(
                        ErrorCode.EVIDENCE_MISSING,
                        QuotedText.of(relativePath) + " has no " + algorithm.standardName()
                                + " digest, which this manifest needs"));
    }

    /** Refuses a file of another dataset, and one of a dataset without a version. */
    void checkDataset(DatasetName expected) {
        if (expected.hasVersion() && Objects.equals(dataset, expected)) return;
        throw new MoverException(
                ErrorCode.INVALID_REQUEST,
                QuotedText.of(relativePath) + " is not of a version of the dataset "
                        + QuotedText.of(expected.instanceId())
                        + ", which this manifest is of: name one dataset, or write a file for each with"
                        + " --output-directory DIR");
    }

    /** The version of a dataset that the file belongs to; refuses a file without one. */
    DatasetName neededDataset() {
        DatasetName known = dataset;
        if (known != null && known.hasVersion()) return known;
        throw new MoverException(
                ErrorCode.INVALID_REQUEST,
                QuotedText.of(relativePath) + " belongs to no version of a dataset, as far as its directories tell");
    }

    /** Returns the digest by which another mover is to verify; never of another algorithm. */
    Checksum handedDigest(ChecksumAlgorithm algorithm) {
        return digest(algorithm)
                .orElseThrow(() -> new MoverException(
                        ErrorCode.EVIDENCE_MISSING,
                        QuotedText.of(relativePath) + " has no " + algorithm.standardName()
                                + " digest, and all of this list are of one algorithm: choose another with '--digest"
                                + " sha256' or '--digest md5', or write none with '--digest none'"));
    }

    /** Returns the address that is preferred. */
    URI neededAddress() {
        if (!urls.isEmpty()) return urls.get(0);
        throw new MoverException(
                ErrorCode.INVALID_REQUEST,
                QuotedText.of(relativePath)
                        + " has no address, and this format needs one: its export is not public over HTTP. Name the"
                        + " address above the paths of the export with '--root URL', or start the server with"
                        + " '--http-export EXPORT=public'");
    }

    /** Refuses names that no list of lines can hold. */
    static String checkPrintable(String path) {
        boolean isUnprintable = path.chars().anyMatch(Character::isISOControl);
        if (!isUnprintable && path.indexOf(NOT_UTF_8) < 0) return path;
        throw new MoverException(
                ErrorCode.INVALID_PATH,
                QuotedText.of(path)
                        + (isUnprintable
                                ? " holds a control character, which this list cannot name"
                                : " is not UTF-8, in which this list is written")
                        + ": transfer it with 'bdm-client submit'");
    }

    /** The refusal of a name that the reader of a list would change. */
    static MoverException unnameable(String path, String why, String otherFormat) {
        return new MoverException(
                ErrorCode.INVALID_PATH,
                QuotedText.of(path) + " " + why + ": write the list with '--format " + otherFormat + "'");
    }
}
