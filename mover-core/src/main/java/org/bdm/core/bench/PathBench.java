package org.bdm.core.bench;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
import org.bdm.core.cache.Lease;
import org.bdm.core.checksum.RunningDigest;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.Epoch;
import org.bdm.core.id.FileId;
import org.bdm.core.source.BlockSource;
import org.bdm.core.source.SourceLimits;
import org.bdm.core.source.SourceListener;
import org.bdm.core.source.WantedFile;
import org.bdm.core.store.FileVersion;
import org.bdm.core.store.StorePath;
import org.jspecify.annotations.Nullable;

/**
 * One measurement: asks for one long file over and over, piece by piece, as much ahead as the source allows, for a time or until so many
 * bytes came. Any thread.
 */
public final class PathBench implements SourceListener {
    private static final long PIECE_BYTES = 32L << 20;
    private static final long AHEAD_BYTES_MAX = 512L << 20;
    private static final Epoch EPOCH = new Epoch(1);
    private static final long BEAT_MILLIS = 1000;

    private final BlockSource source;
    private final Plan plan;
    private final Surroundings around;
    private final CompletableFuture<BenchResult> result = new CompletableFuture<>();
    private final AtomicLong bytes = new AtomicLong();
    private final AtomicLong wantedBytes = new AtomicLong();
    private final AtomicLong items = new AtomicLong();
    private final Map<FileId, Long> open = new ConcurrentHashMap<>(); // bytes left of each piece
    private final Map<String, Integer> beatsByStage = new ConcurrentHashMap<>();
    private final Map<String, Bottleneck> lastByStage = new ConcurrentHashMap<>();
    private volatile long beganNanos;
    private volatile long bytesAtBeat;
    private volatile int streamsMost;
    private volatile boolean hasEnded; // what closing the source makes lost is not asked for again
    private volatile @Nullable ScheduledFuture<?> beats;

    /**
     * The measurement that is wanted.
     *
     * @param file at the source, longer than all that can come
     * @param time how long it is asked for more
     * @param bytesMax after so many it ends earlier
     */
    public record Plan(StorePath file, FileVersion version, Duration time, long bytesMax) {}

    /**
     * Clock, threads and load of this process.
     *
     * @param timer its tasks do not block
     * @param nanoTime monotonic clock
     * @param processors how busy those of this process are
     */
    public record Surroundings(ScheduledExecutorService timer, LongSupplier nanoTime, ProcessorLoad processors) {}

    /** A measurement that has not begun. The source is opened by it, and closed at the end. */
    public PathBench(BlockSource source, Plan plan, Surroundings around) {
        this.source = source;
        this.plan = plan;
        this.around = around;
    }

    /**
     * Begins; once.
     *
     * @return completes with the result, or exceptionally with the MoverException that ended it
     */
    public CompletionStage<BenchResult> run() {
        var unused = source.open(this).whenComplete((done, failure) -> {
            if (failure == null) begin();
            else fail(failure instanceof MoverException known ? known : lost(failure));
        });
        return result.minimalCompletionStage();
    }

    /** Bytes that came and were right, so far. */
    public long bytes() {
        return bytes.get();
    }

    private static MoverException lost(Throwable failure) {
        Throwable cause = failure.getCause();
        if (cause instanceof MoverException known) return known;
        return new MoverException(ErrorCode.INTERNAL, "a measurement failed: " + failure, failure);
    }

    private void begin() {
        beganNanos = around.nanoTime().getAsLong();
        beats = around.timer().scheduleWithFixedDelay(this::beat, BEAT_MILLIS, BEAT_MILLIS, TimeUnit.MILLISECONDS);
        askMore();
    }

    private void askMore() {
        SourceLimits limits = source.limits();
        long ahead = Math.min(AHEAD_BYTES_MAX, limits.outstandingBytesMax());
        while (!isOver() && wantedBytes.get() - bytes.get() + PIECE_BYTES <= ahead) {
            long item = items.incrementAndGet();
            ByteRange range = new ByteRange(wantedBytes.getAndAdd(PIECE_BYTES), PIECE_BYTES);
            FileId file = new FileId(item);
            open.put(file, PIECE_BYTES);
            source.want(List.of(new WantedFile(file, EPOCH, plan.file(), plan.version(), List.of(range), false)));
        }
    }

    private boolean isOver() {
        return hasEnded || bytes.get() >= plan.bytesMax();
    }

    private void beat() {
        streamsMost = Math.max(streamsMost, source.streams());
        long now = bytes.get();
        long moved = now - bytesAtBeat;
        bytesAtBeat = now;
        Bottleneck limit = BottleneckJudge.judge(new Pressure(
                0,
                0,
                0,
                1,
                0,
                0,
                around.processors().used(),
                around.processors().needed(),
                Runtime.getRuntime().availableProcessors(),
                1,
                0,
                moved,
                source.streams(),
                true,
                source.load()));
        beatsByStage.merge(limit.stage(), 1, Integer::sum);
        lastByStage.put(limit.stage(), limit);
        if (elapsed() >= plan.time().toNanos() || now >= plan.bytesMax()) end();
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
        result.complete(new BenchResult(bytes.get(), Duration.ofNanos(elapsed()), streamsMost, limit));
    }

    private void fail(MoverException reason) {
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
    public void onBlock(BlockTag tag, Lease lease) {
        int length = (int) tag.range().length();
        boolean isIntact = RunningDigest.crc32c(lease.payload(0, length)) == tag.crc32c();
        lease.release();
        if (!isIntact) {
            fail(new MoverException(ErrorCode.BLOCK_CHECKSUM, "a block of a measurement arrived damaged"));
            return;
        }
        bytes.addAndGet(length);
        open.computeIfPresent(tag.file(), (file, left) -> left - length);
    }

    @Override
    public void onZero(FileId file, Epoch epoch, ByteRange range) {
        bytes.addAndGet(range.length()); // a hole: of a file of a disk
    }

    @Override
    public void onPack(List<Piece> pieces, PackPayload payload) {
        payload.lease().release();
    }

    @Override
    public void onItemEnded(FileId file, Epoch epoch, FileVersion version, int mode) {
        open.remove(file);
        askMore();
    }

    @Override
    public void onItemFailed(FileId file, Epoch epoch, MoverException reason) {
        if (!hasEnded) fail(reason);
    }

    @Override
    public void onItemLost(FileId file, Epoch epoch) {
        Optional.ofNullable(open.remove(file)).ifPresent(left -> wantedBytes.addAndGet(-left));
        askMore();
    }

    @Override
    public void onSourceLost(MoverException reason) {
        if (!hasEnded) fail(reason);
    }
}
