package org.bdm.core.source;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.bdm.core.block.BlockTag;
import org.bdm.core.block.ByteRange;
import org.bdm.core.cache.Loan;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.Epoch;
import org.bdm.core.id.FileId;
import org.bdm.core.store.DirectoryEntry;
import org.bdm.core.store.FileKind;
import org.bdm.core.store.FileStatus;
import org.bdm.core.store.FileVersion;
import org.bdm.core.store.StorePath;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One holder of a relay while a session lasts: whether it is open, and whether files wait for it. The owner of the relay calls it, but for
 * what its source tells.
 */
final class RelayPlace implements SourceListener {
    private static final Logger LOG = LoggerFactory.getLogger(RelayPlace.class);

    /** Longest that files wait for it to open. */
    static final Duration OPENING = Duration.ofSeconds(10);
    /** Without any file that appeared there; longer if one that waits is large. */
    static final Duration PATIENCE = Duration.ofSeconds(60);
    /** After that it is waited for again. */
    static final Duration PASSED_BY = Duration.ofMinutes(10);
    /** Before it is opened again; doubled with each trouble up to {@link #PASSED_BY}. */
    static final Duration PAUSE = Duration.ofSeconds(30);

    private static final long SLOW_BYTES_PER_SECOND = 8 << 20;
    private static final int MISSES_MAX = 256;

    private final RelayHolder holder;
    private final Events events;
    private State state = State.NEW;
    private long sinceNanos; // when the state began
    private long foundAtNanos;
    private int troubles;
    private int misses;
    private boolean isPassedBy;
    private long passedByAtNanos;
    private volatile @Nullable BlockSource source;

    private enum State {
        NEW,
        OPENING,
        OPEN,
        GONE
    }

    /** The relay, as a place sees it. Any thread. */
    interface Events {
        /** The listener of the session. */
        SourceListener told();

        /** The file, if it was decided lately that it comes from a holder. */
        Optional<RelayedFile> taken(FileId file);

        /** The place cannot give the file. */
        void failed(FileId file);

        /** A stream with the file was lost. */
        void lost(FileId file);

        /** It opened, or will not. */
        void opened(RelayPlace place, @Nullable BlockSource open);

        /** Its source is gone. */
        void gone(RelayPlace place);
    }

    RelayPlace(RelayHolder holder, Events events) {
        this.holder = holder;
        this.events = events;
    }

    String site() {
        return holder.site();
    }

    /** True if files are to wait for it when it is well. */
    boolean isInFront() {
        return holder.isAwaited();
    }

    StorePath pathOf(StorePath atOrigin) {
        return holder.pathThere().apply(atOrigin);
    }

    boolean isOpen() {
        return state == State.OPEN;
    }

    /** The open source; null if there is none. Any thread. */
    @Nullable BlockSource source() {
        return source;
    }

    /** Streams of it that are open. Any thread. */
    int streams() {
        BlockSource open = source;
        return open == null ? 0 : open.streams();
    }

    /** As {@link BlockSource#bytesArriving}. Any thread. */
    long bytesArriving() {
        BlockSource open = source;
        return open == null ? 0 : open.bytesArriving();
    }

    /** Begins to open it if that was not tried, or long enough ago. */
    void openIfDue(long nowNanos) {
        boolean isDue = state == State.NEW || (state == State.GONE && nowNanos - sinceNanos >= pauseNanos());
        if (!isDue) return;
        become(State.OPENING, nowNanos);
        CompletionStage<BlockSource> opening = holder.connecting()
                .get()
                .thenCompose(connected -> connected
                        .open(this)
                        .thenApply(done -> connected)
                        .whenComplete((opened, failure) -> {
                            if (failure != null) connected.close();
                        }));
        var unused = opening.whenComplete((opened, failure) -> {
            if (failure != null)
                LOG.info(
                        "no files are read from {}: {}",
                        site(),
                        SitePlace.asMoverException(failure).detail());
            events.opened(this, opened);
        });
    }

    private long pauseNanos() {
        return Math.min(PAUSE.toNanos() << Math.min(Math.max(0, troubles - 1), 10), PASSED_BY.toNanos());
    }

    private void become(State next, long nowNanos) {
        state = next;
        sinceNanos = nowNanos;
    }

    void opened(BlockSource open, long nowNanos) {
        source = open;
        foundAtNanos = nowNanos;
        isPassedBy = false;
        misses = 0;
        become(State.OPEN, nowNanos);
    }

    void gone(long nowNanos) {
        close(); // what stands before the source hears of its end
        troubles++;
        become(State.GONE, nowNanos);
    }

    void close() {
        BlockSource open = source;
        source = null;
        if (open != null) open.close();
    }

    /** True if a file that it has not yet waits for it, or for it to open. */
    boolean isAwaited(long nowNanos) {
        if (state == State.OPENING) return nowNanos - sinceNanos < OPENING.toNanos();
        if (!holder.isAwaited()) return false;
        if (isPassedBy && nowNanos - passedByAtNanos >= PASSED_BY.toNanos()) {
            isPassedBy = false;
            foundAtNanos = nowNanos;
        }
        return state == State.OPEN && !isPassedBy;
    }

    /** True if it is worth a question. */
    boolean isAsked() {
        return state == State.OPEN && (misses < MISSES_MAX || (holder.isAwaited() && !isPassedBy));
    }

    /** A file begins to wait when none did. */
    void waitBegins(long nowNanos) {
        foundAtNanos = nowNanos;
    }

    void found(long nowNanos) {
        foundAtNanos = nowNanos;
        troubles = 0;
        misses = 0;
    }

    void missed() {
        misses++;
    }

    /** True, once, if it brought nothing for so long that files no longer wait for it. */
    boolean losesPatience(long nowNanos, long largestBytes) {
        long patience = PATIENCE.toNanos()
                + Duration.ofSeconds(largestBytes / SLOW_BYTES_PER_SECOND).toNanos();
        if (state != State.OPEN || !isAwaited(nowNanos) || nowNanos - foundAtNanos < patience) return false;
        isPassedBy = true;
        passedByAtNanos = nowNanos;
        misses = 0;
        return true;
    }

    /** The version of a file there, if it is the same by size and time; else empty, also if the place does not answer. */
    CompletionStage<Optional<FileVersion>> look(RelayedFile file) {
        BlockSource open = source;
        if (open == null) return CompletableFuture.completedFuture(Optional.empty());
        return open.status(pathOf(file.path)).handle((found, failure) -> {
            if (failure != null) return Optional.empty();
            return found.map(DirectoryEntry::status)
                    .filter(status -> status.kind() == FileKind.FILE)
                    .map(FileStatus::version)
                    .filter(version -> version.size() == file.listed.size() && version.hasTimeOf(file.listed));
        });
    }

    @Override
    public void onBlock(BlockTag tag, Loan loan) {
        events.told().onBlock(tag, loan);
    }

    @Override
    public void onZero(FileId file, Epoch epoch, ByteRange range) {
        events.told().onZero(file, epoch, range);
    }

    @Override
    public void onPack(List<Piece> pieces, PackPayload payload) {
        List<Piece> shown = new ArrayList<>(pieces.size());
        for (Piece piece : pieces) {
            FileVersion version = shown(piece.file(), piece.version());
            shown.add(new Piece(piece.file(), piece.epoch(), piece.length(), version, piece.mode()));
        }
        events.told().onPack(shown, payload);
    }

    private FileVersion shown(FileId file, FileVersion version) {
        return events.taken(file).map(known -> known.shown(version)).orElse(version);
    }

    @Override
    public void onItemEnded(FileId file, Epoch epoch, FileVersion version, int mode) {
        events.told().onItemEnded(file, epoch, shown(file, version), mode);
    }

    @Override
    public void onItemFailed(FileId file, Epoch epoch, MoverException reason) {
        LOG.debug("{} is not read from {}: {}", file, site(), reason.detail());
        events.failed(file);
        events.told().onItemLost(file, epoch);
    }

    @Override
    public void onItemLost(FileId file, Epoch epoch) {
        events.lost(file);
        events.told().onItemLost(file, epoch);
    }

    @Override
    public void onSourceLost(MoverException reason) {
        LOG.info("{} is not read from for a while: {}", site(), reason.detail());
        events.gone(this);
    }
}
