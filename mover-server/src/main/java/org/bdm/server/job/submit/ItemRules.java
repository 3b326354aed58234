package org.bdm.server.job.submit;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.checksum.ChecksumAlgorithm;
import org.bdm.core.control.DigestValue;
import org.bdm.core.control.job.JobItem;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.SiteName;
import org.bdm.core.replica.Copy;
import org.bdm.core.store.FileName;
import org.bdm.core.store.ReservedName;
import org.bdm.core.store.StorePath;
import org.bdm.core.transfer.Endpoint;
import org.bdm.core.transfer.ItemSource;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.job.ItemCopy;
import org.bdm.server.catalog.job.JobKind;
import org.bdm.server.catalog.job.SubmittedItem;
import org.bdm.server.catalog.site.Site;
import org.bdm.server.site.access.LocalExports;
import org.bdm.server.site.access.OwnSite;
import org.jspecify.annotations.Nullable;

/** Checks one item of a job and returns it in the normal form of the catalog. Belongs to one request. */
final class ItemRules {
    private static final int DIGESTS_MAX = 4;

    private final Catalog catalog;
    private final LocalExports exports;
    private final OwnSite own;
    private final Map<SiteName, Optional<Site>> sites = new HashMap<>(); // asked once for each request
    private final DestinationTable destinations = new DestinationTable();
    private final LinkedDestinations linked;

    ItemRules(Catalog catalog, LocalExports exports, OwnSite own) {
        this.catalog = catalog;
        this.exports = exports;
        this.own = own;
        this.linked = new LinkedDestinations(exports);
    }

    /** The item in normal form, or what is wrong with it. {@code name} is how the request calls it. */
    SubmittedItem checked(String name, JobKind kind, JobItem item) {
        boolean recursive = isTree(kind, item.recursive());
        ItemSource from = BucketAddress.source(item.source(), exports, own.name());
        if (!(from instanceof ItemSource.AtSite at)) return fromWeb(name, from, item, recursive);
        Endpoint source = at.endpoint();
        checkSource(source);
        Endpoint destination = destination(item.destination(), source, recursive);
        checkOverlap(source, destination, recursive);
        long size = size(item.size(), recursive);
        List<Checksum> digests = digests(item.digests(), recursive);
        linked.refuse(destination, recursive);
        destinations.add(name, destination, recursive);
        return new SubmittedItem(new ItemSource.AtSite(source), destination.toString(), recursive, size, digests);
    }

    /** A file of a data node; whether that node may be asked is decided when it is. */
    private SubmittedItem fromWeb(String name, ItemSource from, JobItem item, boolean recursive) {
        if (recursive) {
            throw new MoverException(
                    ErrorCode.UNSUPPORTED, item.source() + ": a data node has no trees; name its files, or a dataset");
        }
        if (item.source().length() > ItemCopy.LOCATION_LENGTH_MAX) {
            throw new MoverException(ErrorCode.NAME_TOO_LONG, "a URL is longer than 4,000 characters");
        }
        String path = Copy.location(item.source()).getPath();
        String file = path == null ? "" : path.substring(path.lastIndexOf('/') + 1);
        Endpoint destination = localDestination(item.destination());
        if (isInto(item.destination(), destination)) {
            if (file.isEmpty()) {
                throw new MoverException(
                        ErrorCode.INVALID_REQUEST, item.source() + " names no file; give the destination a file name");
            }
            destination = into(destination, FileName.ofUtf8(file));
        }
        linked.refuse(destination, false);
        destinations.add(name, destination, false);
        return new SubmittedItem(
                from, destination.toString(), false, size(item.size(), false), digests(item.digests(), false));
    }

    /** Checks that can be made only when all items are known. */
    void checkTogether() {
        destinations.checkTogether();
    }

    private static boolean isTree(JobKind kind, @Nullable Boolean recursive) {
        if (recursive != null && kind == JobKind.TREE && !recursive) {
            throw new MoverException(ErrorCode.INVALID_REQUEST, "recursive is false, but a TREE is recursive");
        }
        if (recursive != null && kind == JobKind.FILE && recursive) {
            throw new MoverException(ErrorCode.INVALID_REQUEST, "recursive is true, but a FILE is one file");
        }
        return recursive != null ? recursive : kind == JobKind.TREE;
    }

    private void checkSource(Endpoint source) {
        if (source.site().equals(own.name())) {
            exports.require(source.export());
            return;
        }
        if (site(source.site()).isEmpty()) {
            throw new MoverException(
                    ErrorCode.UNKNOWN_SITE, "this site is not paired with a site '" + source.site() + "'");
        }
    }

    private Optional<Site> site(SiteName name) {
        return sites.computeIfAbsent(name, asked -> catalog.sites().find(asked));
    }

    private Endpoint destination(String text, Endpoint source, boolean recursive) {
        Endpoint destination = localDestination(text);
        if (recursive || !isInto(text, destination)) return destination;
        if (source.path().isRoot()) {
            throw new MoverException(
                    ErrorCode.IS_A_DIRECTORY, "the source is a whole export, not a file; set recursive");
        }
        return into(destination, source.path().name());
    }

    private static Endpoint into(Endpoint directory, FileName file) {
        return directory.withPath(ReservedName.refusedIn(directory.path().child(file)));
    }

    private Endpoint localDestination(String text) {
        Endpoint destination = Endpoint.parse(text);
        if (!destination.site().equals(own.name())) throw notLocal(destination.site());
        exports.requireWritable(destination.export());
        return destination;
    }

    /** True if a file goes into what is named, under its own name. */
    private static boolean isInto(String text, Endpoint destination) {
        return text.endsWith("/") || destination.path().isRoot();
    }

    private MoverException notLocal(SiteName destination) {
        String url = site(destination).map(Site::controlUrl).orElse(null);
        return new MoverException(
                ErrorCode.DESTINATION_NOT_LOCAL,
                "the destination is site '" + destination + "', but this is site '" + own.name() + "'"
                        + (url == null ? "; the URL of its control plane is not known here" : "; ask " + url));
    }

    private static void checkOverlap(Endpoint source, Endpoint destination, boolean recursive) {
        if (!source.site().equals(destination.site()) || !source.export().equals(destination.export())) return;
        StorePath from = source.path();
        StorePath to = destination.path();
        if (from.equals(to)) {
            throw new MoverException(ErrorCode.INVALID_REQUEST, "source and destination are the same place");
        }
        if (recursive && to.startsWith(from)) {
            throw new MoverException(ErrorCode.INVALID_REQUEST, "the destination lies inside the tree of its source");
        }
        if (recursive && from.startsWith(to)) {
            throw new MoverException(ErrorCode.INVALID_REQUEST, "the source lies inside the tree of its destination");
        }
    }

    private static long size(@Nullable Long size, boolean recursive) {
        if (size == null) return SubmittedItem.SIZE_UNKNOWN;
        if (size < 0) throw new MoverException(ErrorCode.INVALID_REQUEST, "size is " + size + ", but is at least 0");
        if (recursive) throw new MoverException(ErrorCode.INVALID_REQUEST, "a tree has no size of one file");
        return size;
    }

    private static List<Checksum> digests(List<DigestValue> given, boolean recursive) {
        if (given.isEmpty()) return List.of();
        if (recursive) throw new MoverException(ErrorCode.INVALID_REQUEST, "a tree has no digest of one file");
        if (given.size() > DIGESTS_MAX) {
            throw new MoverException(ErrorCode.TOO_LARGE, "an item has more than " + DIGESTS_MAX + " digests");
        }
        List<Checksum> digests = new ArrayList<>();
        for (DigestValue digest : given) digests.add(digest(digest));
        return digests;
    }

    private static Checksum digest(DigestValue given) {
        ChecksumAlgorithm algorithm = ChecksumAlgorithm.ofName(given.algorithm())
                .orElseThrow(() -> new MoverException(
                        ErrorCode.INVALID_REQUEST, "the algorithm of a digest is none of sha256, md5, crc32c"));
        boolean fits = given.value().length() == 2 * algorithm.lengthBytes()
                && given.value().chars().allMatch(HexFormat::isHexDigit);
        if (!fits) {
            throw new MoverException(
                    ErrorCode.INVALID_REQUEST,
                    "a " + algorithm.standardName() + " is " + 2 * algorithm.lengthBytes() + " hexadecimal digits");
        }
        return Checksum.ofHex(algorithm, given.value());
    }
}
