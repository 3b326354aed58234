package org.bdm.core.bench;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.bdm.core.block.BlockTag;
import org.bdm.core.block.ByteRange;
import org.bdm.core.bottleneck.Bottleneck;
import org.bdm.core.bottleneck.BottleneckJudge;
import org.bdm.core.bottleneck.Pressure;
import org.bdm.core.bottleneck.ProcessorLoad;
import org.bdm.core.cache.Loan;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.Epoch;
import org.bdm.core.id.FileId;
import org.bdm.core.source.BlockSource;
import org.bdm.core.source.SourceLimits;
import org.bdm.core.source.SourceListener;
import org.bdm.core.source.WantedFile;
import org.bdm.core.store.DirectoryEntry;
import org.bdm.core.store.FileVersion;
import org.bdm.core.store.StorePath;
import org.jspecify.annotations.Nullable;

/**
 * One measurement: asks for one long file over and over, piece by piece, as much ahead as the source allows, for a time or until so many
 * bytes counted. Any thread.
 */
public final class PathBench implements SourceListener, BlockSink.Told {
    /** Bytes of a piece. */
    public static final long PIECE_BYTES = 32L << 20;

    private static final long HELD_BYTES_MAX = 256L << 20;
    private static final long AHEAD_BYTES_MAX = 512L << 20;
    private static final Epoch EPOCH = new Epoch(1);
    private static final long BEAT_MILLIS = 1000;

    private final BlockSource source;
    private final BlockSink sink;
    private final Plan plan;
    private final Surroundings around;
    private final CompletableFuture<BenchResult> result = new CompletableFuture<>();
    private final AtomicLong bytes = new AtomicLong();
    private final AtomicLong position = new AtomicLong(); // in the file, of the next piece
    private final AtomicLong underWay = new AtomicLong(); // bytes that were asked for and have not arrived
    private final AtomicLong items = new AtomicLong();
    private final Map<FileId, Asked> open = new ConcurrentHashMap<>();
    private final Map<String, Integer> beatsByStage = new ConcurrentHashMap<>();
    private final Map<String, Bottleneck> lastByStage = new ConcurrentHashMap<>();
    private volatile long beganNanos;
    private volatile long bytesAtBeat;
    private volatile long diskNanosAtBeat;
    private volatile long atBeatNanos;
    private volatile String about = "";
    private volatile int streamsMost;
    private volatile boolean hasEnded; // what closing the source makes lost is not asked for again
    private volatile @Nullable ScheduledFuture<?> beats;

    /**
     * The measurement that is wanted.
     *
     * @param file at the source, longer than all that can come
     * @param time how long it is asked for more
     * @param bytesMax after so many counted it ends earlier
     * @param about a symbolic link of the source, whose target says what the file is made of; null if there is nothing to say
     */
    public record Plan(
            StorePath file,
            FileVersion version,
            Duration time,
            long bytesMax,
            @Nullable StorePath about) {}

    /**
     * Clock, threads and load of this process.
     *
     * @param timer its tasks do not block
     * @param nanoTime monotonic clock
     * @param processors how busy those of this process are
     */
    public record Surroundings(ScheduledExecutorService timer, LongSupplier nanoTime, ProcessorLoad processors) {}

    /**
     * A piece that is asked for.
     *
     * @param begin where it begins in the file
     * @param left bytes that have not arrived
     */
    private record Asked(long begin, AtomicLong left) {}

    /** A measurement that has not begun. The source is opened by it, and closed at the end; the sink is closed by the caller, after the end. */
    public PathBench(BlockSource source, BlockSink sink, Plan plan, Surroundings around) {
        this.source = source;
        this.sink = sink;
        this.plan = plan;
        this.around = around;
    }

    /**
     * Begins; once.
     *
     * @return completes with the result, or exceptionally with the MoverException that ended it
     */
    public CompletionStage<BenchResult> run() {
        sink.begin(this);
        var unused = source.open(this).thenCompose(done -> askAbout()).whenComplete((done, failure) -> {
            if (failure == null) begin();
            else fail(failure instanceof MoverException known ? known : lost(failure));
        });
        return result.minimalCompletionStage();
    }

    private CompletionStage<Void> askAbout() {
        StorePath path = plan.about();
        if (path == null) return CompletableFuture.completedFuture(null);
        return source.status(path).thenAccept(found -> about = text(found.orElse(null)));
    }

    private static String text(@Nullable DirectoryEntry entry) {
        if (entry != null && entry.error() != null) throw entry.error();
        byte[] target =
                entry == null || entry.status() == null ? null : entry.status().linkTarget();
        if (target != null) return new String(target, StandardCharsets.UTF_8);
        throw new MoverException(
                ErrorCode.UNSUPPORTED,
                "the source has no files to measure with: it is of an earlier version; use a mode that begins with mem-");
    }

    /** Bytes that came and were right, so far; of a sink that writes, those that are durable. */
    public long bytes() {
        return bytes.get();
    }

    /** Ends it without a result: it fails with {@code reason}. */
    public void stop(MoverException reason) {
        fail(reason);
    }

    private static MoverException lost(Throwable failure) {
        Throwable cause = failure.getCause();
        if (cause instanceof MoverException known) return known;
        return new MoverException(ErrorCode.INTERNAL, "a measurement failed: " + failure, failure);
    }

    private void begin() {
        beganNanos = around.nanoTime().getAsLong();
        atBeatNanos = beganNanos;
        if (hasEnded) return;
        beats = around.timer().scheduleWithFixedDelay(this::beat, BEAT_MILLIS, BEAT_MILLIS, TimeUnit.MILLISECONDS);
        askMore();
    }

    private void askMore() {
        SourceLimits limits = source.limits();
        long ahead = Math.min(AHEAD_BYTES_MAX, limits.outstandingBytesMax());
        while (!isOver() && sink.bytesHeld() < HELD_BYTES_MAX && takesRoom(ahead)) {
            FileId file = new FileId(items.incrementAndGet());
            long begin = position.getAndAdd(PIECE_BYTES);
            open.put(file, new Asked(begin, new AtomicLong(PIECE_BYTES)));
            sink.open(file);
            ByteRange range = new ByteRange(begin, PIECE_BYTES);
            source.want(List.of(new WantedFile(file, EPOCH, plan.file(), plan.version(), List.of(range), false)));
        }
    }

    /** Several threads ask; none beyond what is allowed. */
    private boolean takesRoom(long ahead) {
        if (underWay.addAndGet(PIECE_BYTES) <= ahead) return true;
        underWay.addAndGet(-PIECE_BYTES);
        return false;
    }

    private boolean isOver() {
        return hasEnded || bytes.get() >= plan.bytesMax();
    }

    private void beat() {
        streamsMost = Math.max(streamsMost, source.streams());
        long now = bytes.get();
        Bottleneck limit = BottleneckJudge.judge(pressure(now - bytesAtBeat));
        bytesAtBeat = now;
        beatsByStage.merge(limit.stage(), 1, Integer::sum);
        lastByStage.put(limit.stage(), limit);
        if (elapsed() >= plan.time().toNanos() || now >= plan.bytesMax()) end();
        else askMore();
    }

    private Pressure pressure(long moved) {
        BlockSink.Load disk = sink.load();
        long at = around.nanoTime().getAsLong();
        double busy = (disk.busyNanos() - diskNanosAtBeat) / (double) Math.max(1, at - atBeatNanos);
        diskNanosAtBeat = disk.busyNanos();
        atBeatNanos = at;
        return new Pressure(
                0,
                0,
                0,
                1,
                disk.backlogBytes(),
                busy,
                around.processors().used(),
                around.processors().needed(),
                around.processors().usedByOthers(),
                Runtime.getRuntime().availableProcessors(),
                Math.max(1, open.size()),
                disk.filesFinishing(),
                moved,
                source.streams(),
                true,
                source.load());
    }

    private long elapsed() {
        return around.nanoTime().getAsLong() - beganNanos;
    }

    private void end() {
        Bottleneck limit = beatsByStage.entrySet().stream()
                .max(Map.Entry.comparingByValue())
                .map(most -> lastByStage.get(most.getKey()))
                .orElse(Bottleneck.NOTHING);
        finish();
        result.complete(new BenchResult(bytes.get(), Duration.ofNanos(elapsed()), streamsMost, limit, about));
    }

    private void fail(MoverException reason) {
        if (hasEnded) return;
        finish();
        result.completeExceptionally(reason);
    }

    private void finish() {
        hasEnded = true;
        ScheduledFuture<?> ticking = beats;
        if (ticking != null) ticking.cancel(false);
        source.close();
    }

    // ---- threads of the source ----

    @Override
    public void onBlock(BlockTag tag, Loan loan) {
        Asked piece = open.get(tag.file());
        if (hasEnded || piece == null || !isWithin(tag.range(), piece)) {
            loan.release();
            return;
        }
        sink.take(placed(tag.file(), tag.range(), tag.crc32c(), piece), loan);
        arrived(tag.file(), piece, tag.range().length());
    }

    private static boolean isWithin(ByteRange range, Asked piece) {
        return range.offset() >= piece.begin() && range.endExclusive() <= piece.begin() + PIECE_BYTES;
    }

    private static BlockTag placed(FileId file, ByteRange range, int crc32c, Asked piece) {
        return new BlockTag(file, EPOCH, new ByteRange(range.offset() - piece.begin(), range.length()), crc32c);
    }

    private void arrived(FileId file, Asked piece, long length) {
        underWay.addAndGet(-length);
        if (piece.left().addAndGet(-length) <= 0) open.remove(file, piece);
    }

    @Override
    public void onZero(FileId file, Epoch epoch, ByteRange range) {
        Asked piece = open.get(file);
        if (hasEnded || piece == null || !isWithin(range, piece)) return;
        sink.takeHole(placed(file, range, 0, piece));
        arrived(file, piece, range.length());
    }

    @Override
    public void onPack(List<Piece> pieces, PackPayload payload) {
        payload.loan().release();
    }

    @Override
    public void onItemEnded(FileId file, Epoch epoch, FileVersion version, int mode) {
        askMore();
    }

    @Override
    public void onItemFailed(FileId file, Epoch epoch, MoverException reason) {
        fail(reason);
    }

    @Override
    public void onItemLost(FileId file, Epoch epoch) {
        Asked lost = open.remove(file);
        if (lost != null) {
            underWay.addAndGet(-lost.left().get());
            if (!hasEnded) sink.lost(file);
        }
        askMore();
    }

    @Override
    public void onSourceLost(MoverException reason) {
        fail(reason);
    }

    // ---- threads of the sink ----

    @Override
    public void counted(long more) {
        bytes.addAndGet(more);
        askMore();
    }

    @Override
    public void failed(MoverException reason) {
        fail(reason);
    }
}
