package org.bdm.server.job.listing;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.ErrorKind;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.ExportName;
import org.bdm.core.store.BatchLook;
import org.bdm.core.store.DirectoryEntry;
import org.bdm.core.store.FileKind;
import org.bdm.core.store.FileName;
import org.bdm.core.store.FileStatus;
import org.bdm.core.store.FileVersion;
import org.bdm.core.store.ReceivingStore;
import org.bdm.core.store.StorePath;
import org.bdm.core.store.WritableStore;
import org.bdm.core.transfer.Endpoint;
import org.bdm.core.transfer.FileState;
import org.bdm.server.catalog.file.FileTrouble;
import org.bdm.server.catalog.file.FoundFile;
import org.bdm.server.catalog.job.NumberedItem;
import org.bdm.server.catalog.settings.JobSettings;
import org.bdm.server.catalog.settings.JobSettings.SymbolicLinks;
import org.bdm.server.holding.record.HoldingsInDoubt;
import org.bdm.server.job.bucket.BucketLimits;
import org.bdm.server.job.schedule.GlobFilter;
import org.bdm.server.site.access.LocalExports;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Decides on each entry of one item: taken, the same already, left out, or failed. Looks at the destination; belongs to one thread. */
final class ItemRule {
    private static final Logger LOG = LoggerFactory.getLogger(ItemRule.class);

    private final NumberedItem item;
    private final JobSettings settings;
    private final GlobFilter filter;
    private final ExportName destinationExport;
    private final ReceivingStore destination;
    private final StorePath destinationRoot;
    private final HoldingsInDoubt doubts;
    private final SameFiles same;
    private final Runnable dangling;

    /** While entries are decided together. */
    private @Nullable BatchLook destinationLook;

    /**
     * Of an item.
     *
     * @param doubts files that are not taken for the same by their size and time
     * @param same hears of files that are the same already
     * @param dangling hears of each link in the tree that points at nothing
     */
    ItemRule(
            NumberedItem item,
            JobSettings settings,
            LocalExports exports,
            HoldingsInDoubt doubts,
            SameFiles same,
            Runnable dangling) {
        this.item = item;
        this.settings = settings;
        this.doubts = doubts;
        this.same = same;
        this.dangling = dangling;
        this.filter = new GlobFilter(settings.include(), settings.exclude());
        Endpoint to = item.destination();
        this.destinationExport = to.export();
        this.destination = exports.receiving(to.export());
        this.destinationRoot = to.path();
        if (!(destination instanceof WritableStore)) BucketLimits.refuse(settings.onConflict(), to.export());
    }

    /** Decides about entries of one page, looking at the destination for all of them as one batch. */
    void decideTogether(Runnable decisions) {
        try (BatchLook look = destination.look()) {
            destinationLook = look;
            decisions.run();
        } finally {
            destinationLook = null;
        }
    }

    boolean enters(StorePath directory) {
        return filter.entersDirectory(directory);
    }

    boolean takesAllDirectories() {
        return filter.takesAllDirectories();
    }

    /** Path below the source export that has to be looked at before {@link #listed} can decide about a link of this directory. */
    Optional<StorePath> linkTarget(StorePath directory, DirectoryEntry entry) {
        FileStatus status = entry.status();
        if (status == null || status.kind() != FileKind.SYMBOLIC_LINK) return Optional.empty();
        byte[] target = status.linkTarget();
        if (target == null || settings.symlinks() != SymbolicLinks.KEEP) return Optional.empty();
        try {
            return LinkRule.targetInTree(directory.child(entry.name()), target)
                    .map(inTree -> inTree.below(sourceRoot()));
        } catch (MoverException e) {
            return Optional.empty(); // no path: there is nothing to look at, and listed() says why
        }
    }

    StorePath sourceRoot() {
        return item.sourceAtSite().path();
    }

    /**
     * Returns the decision on an entry that is not a directory; empty if it is left out.
     *
     * @param path below the root of the item
     * @param targetIsMissing for a link within the tree: nothing is under its target
     */
    Optional<FoundFile> listed(int directory, StorePath path, DirectoryEntry entry, boolean targetIsMissing) {
        if (!filter.takesFile(path)) return Optional.empty();
        FileStatus status = entry.status();
        if (status == null) return Optional.of(failed(directory, entry.name(), null, errorOf(entry)));
        if (status.kind() == FileKind.SYMBOLIC_LINK && settings.symlinks() == SymbolicLinks.SKIP)
            return Optional.empty();
        MoverException refused = refused(path, status, targetIsMissing);
        if (refused == null) refused = unnameable(path);
        if (refused != null) return Optional.of(failed(directory, entry.name(), status, refused));
        return Optional.of(ready(directory, entry.name(), path, status, List.of()));
    }

    /** The item is itself a file. */
    FoundFile single(StorePath source, Optional<DirectoryEntry> entry) {
        if (entry.isEmpty()) {
            throw new MoverException(ErrorCode.SOURCE_NOT_FOUND, "nothing is under " + item.source());
        }
        FileStatus status = entry.get().status();
        if (status == null) throw errorOf(entry.get());
        return switch (status.kind()) {
            case FILE -> singleFile(status);
            case DIRECTORY -> throw new MoverException(ErrorCode.IS_A_DIRECTORY, item.source() + " is a directory");
            case SYMBOLIC_LINK ->
                throw new MoverException(
                        ErrorCode.UNSUPPORTED,
                        item.source() + " is a symbolic link; name its target, or its directory with --recursive");
            case SPECIAL -> throw special(source);
        };
    }

    /**
     * The item is a symbolic link of a tree that is tried again.
     *
     * @param path below the root of that tree
     * @throws MoverException what refuses the link
     */
    FoundFile singleLink(StorePath path, FileStatus status, boolean targetIsMissing) {
        MoverException refused = refused(path, status, targetIsMissing);
        if (refused != null) throw refused;
        return ready(FoundFile.NO_DIRECTORY, null, StorePath.ROOT, status, List.of());
    }

    private FoundFile singleFile(FileStatus status) {
        long expectedSize = item.item().size();
        if (expectedSize >= 0 && expectedSize != status.version().size()) {
            throw new MoverException(
                    ErrorCode.CHECKSUM_MISMATCH,
                    item.source() + " has " + status.version().size() + " bytes, " + expectedSize + " were expected");
        }
        return ready(
                FoundFile.NO_DIRECTORY,
                null,
                StorePath.ROOT,
                status,
                item.item().digests());
    }

    private FoundFile ready(
            int directory, @Nullable FileName name, StorePath path, FileStatus status, List<Checksum> expected) {
        FileStatus there = sameThere(path, status);
        if (there != null) {
            same.add(destination, destinationExport, path.below(destinationRoot), there, expected);
        }
        FileState state = there == null ? FileState.PENDING : FileState.SKIPPED_SAME;
        FileStatus kept = settings.hardLinks() == JobSettings.HardLinkNames.KEEP ? status : status.withoutIdentity();
        return new FoundFile(item.number(), directory, name, kept, state, null, expected);
    }

    private @Nullable MoverException refused(StorePath path, FileStatus status, boolean targetIsMissing) {
        if (status.kind() == FileKind.SPECIAL) return special(path.below(sourceRoot()));
        if (status.kind() == FileKind.SYMBOLIC_LINK && !(destination instanceof WritableStore)) return noLinks(path);
        byte[] target = status.linkTarget();
        if (status.kind() != FileKind.SYMBOLIC_LINK || target == null) return null;
        try {
            if (LinkRule.targetInTree(path, target).isEmpty()) {
                return new MoverException(
                        ErrorCode.LINK_LEAVES_TREE,
                        "symbolic link " + path + " leaves the tree " + item.source()
                                + ", or has '..' behind a name, from where it could");
            }
        } catch (MoverException e) {
            dangling.run();
            return null; // it is made as it is: nothing is where it leads, here or there
        }
        if (targetIsMissing) dangling.run();
        return null;
    }

    private MoverException noLinks(StorePath path) {
        return new MoverException(
                ErrorCode.UNSUPPORTED,
                path + " is a symbolic link, which a bucket does not have; let the job follow or skip symbolic links");
    }

    /** Why the destination cannot have this name: its path would be too long, or it would be another name there. */
    private @Nullable MoverException unnameable(StorePath path) {
        try {
            destination.requireNameable(path.below(destinationRoot));
            return null;
        } catch (MoverException e) {
            return e;
        }
    }

    private static MoverException special(StorePath path) {
        return new MoverException(ErrorCode.SPECIAL_FILE, path + " is a FIFO, a socket or a device");
    }

    private static MoverException errorOf(DirectoryEntry entry) {
        MoverException error = entry.error();
        return error != null ? error : new MoverException(ErrorCode.INTERNAL, "an entry has neither status nor error");
    }

    private FoundFile failed(int directory, FileName name, @Nullable FileStatus status, MoverException reason) {
        return new FoundFile(
                item.number(),
                directory,
                name,
                status == null ? NOTHING_KNOWN : status,
                FileState.FAILED,
                trouble(reason),
                List.of());
    }

    /** An item that cannot be listed at all: one failed file stands for it. */
    static FoundFile failedItem(NumberedItem item, MoverException reason) {
        return new FoundFile(
                item.number(),
                FoundFile.NO_DIRECTORY,
                null,
                NOTHING_KNOWN,
                FileState.FAILED,
                trouble(reason),
                List.of());
    }

    /** The file is not taken: with it the sizes of the job would add up to more than a number of 64 bits holds. */
    static FoundFile tooMany(FoundFile file) {
        String text =
                "it has " + file.status().version().size() + " bytes, and with it the files of the job have more than "
                        + Long.MAX_VALUE + " in all: leave it away, or put it into a job of its own";
        return new FoundFile(
                file.item(),
                file.directory(),
                file.name(),
                NOTHING_KNOWN,
                FileState.FAILED,
                new FileTrouble(ErrorCode.TOO_LARGE, text, null),
                List.of());
    }

    private static final FileStatus NOTHING_KNOWN =
            new FileStatus(FileKind.FILE, new FileVersion(0, Instant.EPOCH, Instant.EPOCH, 0), 0, null);

    static FileTrouble trouble(MoverException reason) {
        return new FileTrouble(reason.code(), reason.detail(), null);
    }

    /** Returns the file at the destination if it is the same; null if it is not, or if only its bytes can tell. */
    private @Nullable FileStatus sameThere(StorePath path, FileStatus source) {
        if (settings.syncLevel() == JobSettings.SyncLevel.CHECKSUM) return null;
        FileStatus there = there(path);
        if (there == null || !isSame(path.below(destinationRoot), source, there)) return null;
        boolean isInDoubt =
                there.kind() == FileKind.FILE && doubts.contains(destinationExport, path.below(destinationRoot));
        return isInDoubt ? null : there;
    }

    private boolean isSame(StorePath at, FileStatus source, FileStatus there) {
        if (settings.syncLevel().isSame(source, there)) return true;
        return settings.syncLevel() == JobSettings.SyncLevel.MTIME
                && doubts.isKnownSame(destinationExport, at, source, there);
    }

    /** Returns the file at the destination; null if it cannot be read here, which the transfer will report. */
    private @Nullable FileStatus there(StorePath path) {
        try {
            StorePath there = path.below(destinationRoot);
            BatchLook look = destinationLook;
            return (look == null ? destination.status(there) : look.status(there)).orElse(null);
        } catch (MoverException e) {
            // A store that does not answer would be waited for again with each file.
            boolean isOfPlace = e.kind() == ErrorKind.TRANSIENT || e.kind() == ErrorKind.NEEDS_PERSON;
            if (isOfPlace && !(destination instanceof WritableStore)) throw e;
            LOG.debug("{} was not compared: {}", path, e.detail());
            return null;
        }
    }
}
