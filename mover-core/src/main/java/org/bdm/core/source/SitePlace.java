package org.bdm.core.source;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import org.bdm.core.block.BlockTag;
import org.bdm.core.block.ByteRange;
import org.bdm.core.cache.Loan;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.ErrorKind;
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
 * One export of one site, opened once, from which copies of files are read. What it cannot give is told as lost, so that whoever wanted it
 * asks again and gets it from elsewhere; so is everything that waits for it when it is silent. Any thread.
 */
final class SitePlace implements SourceListener {
    /** A file does not wait longer for a site to open; one that opens later is asked then. */
    static final Duration OPENING = Duration.ofSeconds(5);
    /** This site is not far away: it is only slow. */
    static final Duration OPENING_HERE = Duration.ofSeconds(60);
    /** To say what it has under one path. */
    static final Duration ANSWER = Duration.ofSeconds(10);
    /** Without a byte of what was asked for. */
    static final Duration SILENCE = Duration.ofSeconds(60);

    private static final Logger LOG = LoggerFactory.getLogger(SitePlace.class);
    private static final Duration TICK = Duration.ofSeconds(1);

    private final Endpoint root;
    private final boolean isHere;
    private final BoundedFiles files;
    private final SourceListener listener;
    private final LongSupplier nanoTime;
    private final WaitTimer timer;
    private final long begunAtNanos;
    private final CompletableFuture<BlockSource> opened = new CompletableFuture<>();
    private final Set<Look> looks = ConcurrentHashMap.newKeySet();
    private final Map<FileId, Integer> itemsAsked = new ConcurrentHashMap<>();
    private final AtomicBoolean isTicking = new AtomicBoolean();
    private volatile long heardAtNanos;
    private volatile boolean hasAnswered;
    private volatile @Nullable MoverException gone;
    private volatile long goneAtNanos;
    private @Nullable BlockSource source; // guarded by this, as is all below
    private long bytesPerSecondMax;

    SitePlace(
            Endpoint root,
            boolean isHere,
            BoundedFiles files,
            SourceListener listener,
            LongSupplier nanoTime,
            WaitTimer timer) {
        this.root = root;
        this.isHere = isHere;
        this.files = files;
        this.listener = listener;
        this.nanoTime = nanoTime;
        this.timer = timer;
        this.begunAtNanos = nanoTime.getAsLong();
        this.heardAtNanos = begunAtNanos;
    }

    /** A question that has not been answered; equal to no other. */
    private static final class Look {
        private final CompletableFuture<FileVersion> answer = new CompletableFuture<>();
    }

    void open(CompletionStage<BlockSource> connecting) {
        var unused = connecting
                .thenCompose(connected -> connected(connected).open(this).thenApply(done -> connected))
                .whenComplete((connected, failure) -> {
                    if (failure != null) {
                        giveUp(asMoverException(failure));
                        return;
                    }
                    heard();
                    opened.complete(connected);
                });
    }

    private BlockSource connected(BlockSource connected) {
        synchronized (this) {
            source = connected;
            if (bytesPerSecondMax > 0) connected.limitRate(bytesPerSecondMax);
        }
        MoverException why = gone;
        if (why == null) return connected;
        connected.close();
        throw why;
    }

    boolean isHere() {
        return isHere;
    }

    /** Why it is of no use any more. */
    Optional<MoverException> gone() {
        return Optional.ofNullable(gone);
    }

    long goneAtNanos() {
        return goneAtNanos;
    }

    /** True when it has answered a question about any file since it was opened. */
    boolean hasAnswered() {
        return hasAnswered;
    }

    /** True when a question asked now is likely to be answered soon. */
    boolean isOpen() {
        return opened.isDone() && gone == null && streams() > 0;
    }

    /** True when opening began so recently that a file may wait for it. */
    boolean isOpening() {
        return !opened.isDone()
                && gone == null
                && nanoTime.getAsLong() - begunAtNanos < opening().toNanos();
    }

    private Duration opening() {
        return isHere ? OPENING_HERE : OPENING;
    }

    long bytesArriving() {
        return streams() == 0 ? 0 : opened.join().bytesArriving();
    }

    int streams() {
        return opened.isDone() && !opened.isCompletedExceptionally()
                ? opened.join().streams()
                : 0;
    }

    /** Files that are here are not limited: nothing is moved for them. */
    synchronized void limitRate(long bytesPerSecond) {
        if (isHere) return;
        bytesPerSecondMax = bytesPerSecond;
        BlockSource connected = source;
        if (connected != null) connected.limitRate(bytesPerSecond);
    }

    private synchronized boolean isLimited() {
        return bytesPerSecondMax > 0;
    }

    void cancel(FileId file) {
        itemsAsked.remove(file);
        if (gone == null && opened.isDone()) opened.join().cancel(file);
    }

    void close() {
        giveUp(new MoverException(ErrorCode.CANCELLED, "the source was closed"));
    }

    /** Nothing more is asked here, and what was asked is told as lost. */
    private void giveUp(MoverException reason) {
        BlockSource connected;
        synchronized (this) {
            if (gone != null) return;
            goneAtNanos = nanoTime.getAsLong();
            gone = reason;
            connected = source;
        }
        LOG.debug("{} is given up: {}", root, reason.detail());
        opened.completeExceptionally(reason);
        passBy(reason);
        if (connected != null) connected.close();
    }

    private void passBy(MoverException reason) {
        looks.forEach(look -> look.answer.completeExceptionally(reason));
    }

    private void heard() {
        heardAtNanos = nanoTime.getAsLong();
    }

    // ---- waiting ----

    private boolean isAsked() {
        return !looks.isEmpty() || !itemsAsked.isEmpty();
    }

    private void tickLater() {
        if (isTicking.compareAndSet(false, true)) timer.after(TICK, this::tick);
    }

    private void tick() {
        isTicking.set(false);
        if (gone != null) return;
        if (!opened.isDone()) {
            if (!isOpening()) passBy(silent("does not answer", opening()));
        } else {
            long silentNanos = nanoTime.getAsLong() - heardAtNanos;
            if (!looks.isEmpty() && silentNanos >= ANSWER.toNanos()) {
                giveUp(silent("did not list what it has", ANSWER));
            } else if (!itemsAsked.isEmpty() && !isLimited() && silentNanos >= SILENCE.toNanos()) {
                giveUp(silent("sent none of the requested data", SILENCE));
            }
        }
        if (isAsked()) tickLater();
    }

    private MoverException silent(String what, Duration waited) {
        return new MoverException(
                ErrorCode.PEER_UNREACHABLE, root + ": the site " + what + " within " + waited.toSeconds() + " s");
    }

    // ---- asking ----

    void want(FileAtSites file, WantedFile wanted, Copy copy) {
        var unused = file.version(
                        copy.location(), () -> look(copy, wanted.expected().size()))
                .whenComplete((version, failure) -> {
                    if (!file.isWanted(wanted.epoch())) return;
                    if (failure != null) lose(file, wanted, copy, asMoverException(failure));
                    else ask(file, wanted, copy, version);
                });
    }

    private void ask(FileAtSites file, WantedFile wanted, Copy copy, FileVersion version) {
        WantedFile here = new WantedFile(
                wanted.file(), wanted.epoch(), path(copy), version, wanted.rangesOfBytes(), false, List.of());
        if (!isAsked()) heard();
        itemsAsked.merge(wanted.file(), 1, Integer::sum);
        try {
            opened.join().want(List.of(here));
            tickLater();
        } catch (MoverException e) {
            ended(wanted.file());
            lose(file, wanted, copy, e);
        }
    }

    private void ended(FileId id) {
        itemsAsked.computeIfPresent(id, (file, items) -> items == 1 ? null : items - 1);
    }

    /** The version of a copy; fails if it is not a file of this size. */
    CompletableFuture<FileVersion> look(Copy copy, long sizeBytes) {
        Look look = new Look();
        if (!isAsked()) heard();
        looks.add(look);
        var unused = look.answer.whenComplete((version, failure) -> looks.remove(look));
        MoverException why = gone;
        if (why != null) look.answer.completeExceptionally(why);
        var unusedToo = opened.thenCompose(open -> open.status(path(copy)))
                .thenApply(found -> checked(copy, found, sizeBytes))
                .whenComplete((version, failure) -> {
                    if (failure == null || isAnswer(failure)) answered();
                    if (failure == null) look.answer.complete(version);
                    else look.answer.completeExceptionally(asMoverException(failure));
                });
        tickLater();
        return look.answer;
    }

    private void answered() {
        if (gone != null) return;
        heard();
        hasAnswered = true;
    }

    /** Finds out whether it answers at all. */
    void tryOut() {
        var unused = look(Copy.atSite(root.toString(), 0), -1);
    }

    private static boolean isAnswer(Throwable failure) {
        ErrorKind kind = asMoverException(failure).kind();
        return kind == ErrorKind.BAD_REQUEST || kind == ErrorKind.NEEDS_PERSON;
    }

    private static FileVersion checked(Copy copy, Optional<DirectoryEntry> found, long sizeBytes) {
        FileStatus status = found.map(DirectoryEntry::status).orElse(null);
        if (status == null || status.kind() != FileKind.FILE) {
            throw new MoverException(ErrorCode.SOURCE_NOT_FOUND, copy.location() + " is not a file");
        }
        if (status.version().size() == sizeBytes) return status.version();
        throw new MoverException(
                ErrorCode.SOURCE_NOT_FOUND,
                copy.location() + " has " + status.version().size() + " bytes, expected " + sizeBytes);
    }

    private static StorePath path(Copy copy) {
        return Endpoint.parse(copy.location().toString()).path();
    }

    /** A site that is left alone is the reason for all of its files: nothing is held against the one. */
    private void lose(FileAtSites file, WantedFile wanted, Copy copy, MoverException reason) {
        if (isOpen() || isOpening()) {
            LOG.debug("{} is not read from {}: {}", wanted.file(), copy.location(), reason.detail());
            file.failed(wanted.epoch(), copy.location(), reason);
        }
        listener.onItemLost(wanted.file(), wanted.epoch());
    }

    static MoverException asMoverException(Throwable failure) {
        Throwable cause = failure;
        while (cause instanceof CompletionException && cause.getCause() != null) cause = cause.getCause();
        return cause instanceof MoverException known
                ? known
                : new MoverException(ErrorCode.INTERNAL, "cannot query a site: " + cause, cause);
    }

    // ---- what the site tells ----

    @Override
    public void onBlock(BlockTag tag, Loan loan) {
        heard();
        files.find(tag.file())
                .ifPresent(file -> file.arrived(tag.epoch(), root, tag.range().length()));
        if (isHere) listener.onHeldBlock(tag, loan);
        else listener.onBlock(tag, loan);
    }

    @Override
    public void onZero(FileId id, Epoch epoch, ByteRange range) {
        heard();
        files.find(id).ifPresent(file -> file.arrived(epoch, root, range.length()));
        listener.onZero(id, epoch, range);
    }

    /** Never: nothing is wanted as a piece of a pack. */
    @Override
    public void onPack(List<Piece> pieces, PackPayload payload) {
        payload.loan().release();
        LOG.warn("a pack arrived that was not requested");
    }

    /** Whoever wanted it knows the version of the list and not that of this copy; the digest says whether it is right. */
    @Override
    public void onItemEnded(FileId id, Epoch epoch, FileVersion version, int mode) {
        heard();
        ended(id);
        FileVersion listed = files.find(id).map(FileAtSites::listed).orElse(version);
        listener.onItemEnded(id, epoch, listed, mode);
    }

    @Override
    public void onItemFailed(FileId id, Epoch epoch, MoverException reason) {
        heard();
        ended(id);
        files.find(id).ifPresent(file -> file.failedAt(epoch, root, reason));
        LOG.debug("{} is not read from {}: {}", id, root, reason.detail());
        listener.onItemLost(id, epoch);
    }

    /** A file whose connection is lost again and again is taken from elsewhere: it may be what the site does not bear. */
    @Override
    public void onItemLost(FileId id, Epoch epoch) {
        ended(id);
        files.find(id).ifPresent(file -> file.lostAt(epoch, root));
        listener.onItemLost(id, epoch);
    }

    @Override
    public void onSourceLost(MoverException reason) {
        giveUp(reason);
    }
}
