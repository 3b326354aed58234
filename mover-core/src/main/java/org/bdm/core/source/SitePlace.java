package org.bdm.core.source;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import org.bdm.core.block.BlockTag;
import org.bdm.core.block.ByteRange;
import org.bdm.core.cache.Lease;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.Epoch;
import org.bdm.core.id.FileId;
import org.bdm.core.replica.Copy;
import org.bdm.core.store.DirectoryEntry;
import org.bdm.core.store.FileKind;
import org.bdm.core.store.FileStatus;
import org.bdm.core.store.FileVersion;
import org.bdm.core.store.StorePath;
import org.bdm.core.transfer.Endpoint;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One export of one site, from which copies of files are read. What it cannot give is told as lost, so that whoever wanted it asks again and
 * gets it from elsewhere. Any thread.
 */
final class SitePlace implements SourceListener {
    private static final Logger LOG = LoggerFactory.getLogger(SitePlace.class);

    private final BlockSource source;
    private final boolean isHere;
    private final BoundedFiles files;
    private final SourceListener listener;
    private final long openedAtNanos;
    private final CompletableFuture<Void> opened = new CompletableFuture<>();
    private volatile @Nullable MoverException gone;

    SitePlace(BlockSource source, boolean isHere, BoundedFiles files, SourceListener listener, long nowNanos) {
        this.source = source;
        this.isHere = isHere;
        this.files = files;
        this.listener = listener;
        this.openedAtNanos = nowNanos;
    }

    void open() {
        source.open(this).whenComplete((done, failure) -> {
            if (failure == null) {
                opened.complete(null);
                return;
            }
            gone = asMoverException(failure);
            opened.completeExceptionally(failure);
        });
    }

    BlockSource source() {
        return source;
    }

    boolean isHere() {
        return isHere;
    }

    boolean isGone() {
        return gone != null;
    }

    long openedAtNanos() {
        return openedAtNanos;
    }

    /** Whether something that is asked now is likely to be answered soon. */
    boolean isOpen() {
        return opened.isDone() && gone == null && source.streams() > 0;
    }

    void want(FileAtSites file, WantedFile wanted, Copy copy) {
        var unused = version(file, wanted, copy).whenComplete((version, failure) -> {
            if (!file.isWanted(wanted.epoch())) return;
            if (failure != null) {
                lose(file, wanted.file(), wanted.epoch(), asMoverException(failure));
                return;
            }
            WantedFile here = new WantedFile(
                    wanted.file(), wanted.epoch(), path(copy), version, wanted.ranges(), false, List.of());
            try {
                source.want(List.of(here));
            } catch (MoverException e) {
                lose(file, wanted.file(), wanted.epoch(), e);
            }
        });
    }

    private CompletableFuture<FileVersion> version(FileAtSites file, WantedFile wanted, Copy copy) {
        boolean isAsked = file.isVersionAsked(copy.location());
        CompletableFuture<FileVersion> version = file.version(copy.location());
        if (!isAsked) {
            look(copy, wanted.expected().size()).whenComplete((found, failure) -> {
                if (failure == null) version.complete(found);
                else version.completeExceptionally(failure);
            });
        }
        return version;
    }

    /** The version of a copy; fails if it is not a file of this size. */
    CompletionStage<FileVersion> look(Copy copy, long sizeBytes) {
        return opened.thenCompose(done -> source.status(path(copy)))
                .thenApply(found -> checked(copy, found, sizeBytes));
    }

    private static FileVersion checked(Copy copy, Optional<DirectoryEntry> found, long sizeBytes) {
        FileStatus status = found.map(DirectoryEntry::status).orElse(null);
        if (status == null || status.kind() != FileKind.FILE) {
            throw new MoverException(ErrorCode.SOURCE_NOT_FOUND, copy.location() + " is no file there");
        }
        if (status.version().size() == sizeBytes) return status.version();
        throw new MoverException(
                ErrorCode.SOURCE_NOT_FOUND,
                copy.location() + " has " + status.version().size() + " bytes, and " + sizeBytes + " were expected");
    }

    private static StorePath path(Copy copy) {
        return Endpoint.parse(copy.location().toString()).path();
    }

    private void lose(FileAtSites file, FileId id, Epoch epoch, MoverException reason) {
        LOG.info("{} is not taken from {}: {}", id, isHere ? "what is held" : "a site", reason.detail());
        file.failed(epoch, reason);
        listener.onItemLost(id, epoch);
    }

    static MoverException asMoverException(Throwable failure) {
        Throwable cause = failure;
        while (cause instanceof CompletionException && cause.getCause() != null) cause = cause.getCause();
        return cause instanceof MoverException known
                ? known
                : new MoverException(ErrorCode.INTERNAL, "a site could not be asked: " + cause, cause);
    }

    @Override
    public void onBlock(BlockTag tag, Lease lease) {
        files.find(tag.file())
                .ifPresent(file -> file.arrived(tag.epoch(), tag.range().length()));
        if (isHere) listener.onHeldBlock(tag, lease);
        else listener.onBlock(tag, lease);
    }

    @Override
    public void onZero(FileId id, Epoch epoch, ByteRange range) {
        files.find(id).ifPresent(file -> file.arrived(epoch, range.length()));
        listener.onZero(id, epoch, range);
    }

    /** Never: nothing is wanted as a piece of a pack. */
    @Override
    public void onPack(List<Piece> pieces, PackPayload payload) {
        payload.lease().release();
        LOG.warn("a pack came that nobody asked for");
    }

    /** Whoever wanted it knows the version of the list and not that of this copy; the digest says whether it is right. */
    @Override
    public void onItemEnded(FileId id, Epoch epoch, FileVersion version, int mode) {
        FileVersion listed = files.find(id).map(FileAtSites::listed).orElse(version);
        listener.onItemEnded(id, epoch, listed, mode);
    }

    @Override
    public void onItemFailed(FileId id, Epoch epoch, MoverException reason) {
        Optional<FileAtSites> file = files.find(id);
        if (file.isPresent()) lose(file.get(), id, epoch, reason);
        else listener.onItemLost(id, epoch);
    }

    @Override
    public void onItemLost(FileId id, Epoch epoch) {
        listener.onItemLost(id, epoch);
    }

    @Override
    public void onSourceLost(MoverException reason) {
        LOG.info("a site is given up for a while: {}", reason.detail());
        gone = reason;
    }
}
