package org.bdm.core.fetch;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.bdm.core.block.BlockTag;
import org.bdm.core.block.ByteRange;
import org.bdm.core.cache.BlockLender;
import org.bdm.core.cache.Loan;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.checksum.ChecksumAlgorithm;
import org.bdm.core.checksum.RunningDigest;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.Epoch;
import org.bdm.core.id.FileId;
import org.bdm.core.replica.DigestVerdict;
import org.bdm.core.source.BlockSource;
import org.bdm.core.source.SourceLimits;
import org.bdm.core.source.SourceListener;
import org.bdm.core.source.SourceListener.PackPayload;
import org.bdm.core.source.SourceListener.Piece;
import org.bdm.core.source.StreamRange;
import org.bdm.core.source.WantedFile;
import org.bdm.core.store.DirectoryEntry;
import org.bdm.core.store.DirectoryPage;
import org.bdm.core.store.FileName;
import org.bdm.core.store.FileVersion;
import org.bdm.core.store.StorePath;

/**
 * A source that answers from a {@link SourceTree} over a few streams, and does what {@link SourceFaults} says. All of it runs on the one
 * thread of {@code time}; with virtual time a run depends on its seed alone.
 */
public final class ScriptedSource implements BlockSource {
    private static final int INDEX_BYTES = 64;

    private final SourceTree tree;
    private final SourceLimits limits;
    private final ScheduledExecutorService time;
    private final BlockLender lender;
    private final Random random;
    private final SourceFaults faults = new SourceFaults();
    private final List<Stream> streams = new ArrayList<>();
    private final Map<FileId, Long> bytesSent = new ConcurrentHashMap<>(); // tests look at it while it sends
    private final Map<FileId, Integer> wants = new HashMap<>();
    private SourceListener listener;
    private boolean isClosed;
    /** What {@link #mistrust} answers, one after the other; then what a source of one place answers. */
    final Deque<DigestVerdict> verdicts = new ArrayDeque<>();

    StreamRange range = StreamRange.FIXED;
    int stepMicrosMax = 2000;
    boolean isHere; // what it sends is read from files that are held at the destination
    private long bytesOutstandingMost;
    long rateLimit;
    Duration stagedFor = Duration.ZERO;

    private static final class Stream {
        final Deque<ScriptedItem> items = new ArrayDeque<>();
        boolean isRunning;
    }

    @Override
    public Duration stagedFor(FileId file) {
        return stagedFor;
    }

    @Override
    public DigestVerdict mistrust(FileId file, Epoch epoch, Checksum expected, Checksum found, int triesBefore) {
        DigestVerdict next = verdicts.poll();
        return next == null ? BlockSource.super.mistrust(file, epoch, expected, found, triesBefore) : next;
    }

    public ScriptedSource(
            SourceTree tree,
            SourceLimits limits,
            int streamCount,
            ScheduledExecutorService time,
            BlockLender lender,
            Random random) {
        this.tree = tree;
        this.limits = limits;
        this.time = time;
        this.lender = lender;
        this.random = random;
        for (int i = 0; i < streamCount; i++) streams.add(new Stream());
    }

    public SourceFaults faults() {
        return faults;
    }

    /** Payload bytes handed to the listener, by file. */
    public Map<FileId, Long> bytesSent() {
        return bytesSent;
    }

    public long bytesSentTotal() {
        return bytesSent.values().stream().mapToLong(Long::longValue).sum();
    }

    /** How often each file was asked for. */
    public Map<FileId, Integer> wants() {
        return wants;
    }

    public long bytesOutstandingMost() {
        return bytesOutstandingMost;
    }

    /** The source gives up. */
    public void giveUp(MoverException reason) {
        time.execute(() -> {
            isClosed = true;
            streams.forEach(this::lose);
            listener.onSourceLost(reason);
        });
    }

    @Override
    public SourceLimits limits() {
        return limits;
    }

    @Override
    public CompletionStage<Void> open(SourceListener told) {
        listener = told;
        CompletableFuture<Void> open = new CompletableFuture<>();
        after(() -> {
            if (!faults.neverOpens) open.complete(null);
        });
        return open;
    }

    private void after(Runnable task) {
        var unused = time.schedule(task, random.nextInt(2000), TimeUnit.MICROSECONDS);
    }

    @Override
    public CompletionStage<Optional<DirectoryEntry>> status(StorePath path) {
        CompletableFuture<Optional<DirectoryEntry>> answer = new CompletableFuture<>();
        after(() -> {
            SourceTree.File file = tree.file(path);
            MoverException failure = faults.statusFails.apply(path);
            if (failure != null) answer.completeExceptionally(failure);
            answer.complete(
                    Optional.ofNullable(file).map(there -> new DirectoryEntry(path.name(), there.status(), null)));
        });
        return answer;
    }

    @Override
    public CompletionStage<DirectoryPage> list(StorePath directory, Optional<FileName> after, int entriesMax) {
        throw new UnsupportedOperationException("a session does not list");
    }

    @Override
    public CompletionStage<Checksum> digest(
            FileId file, StorePath path, FileVersion expected, ChecksumAlgorithm algorithm) {
        CompletableFuture<Checksum> answer = new CompletableFuture<>();
        if (faults.computesNothing) {
            answer.completeExceptionally(new MoverException(ErrorCode.UNSUPPORTED, "no digests"));
            return answer;
        }
        after(() -> {
            SourceTree.File there = tree.file(path);
            if (!isExpected(there.status().version(), expected)) {
                answer.completeExceptionally(new MoverException(ErrorCode.SOURCE_CHANGED, path + " changed"));
                return;
            }
            RunningDigest digest = RunningDigest.of(algorithm);
            digest.update(ByteBuffer.wrap(there.content));
            answer.complete(digest.finish());
        });
        return answer;
    }

    @Override
    public void want(List<WantedFile> files) {
        List<WantedFile> wanted = List.copyOf(files);
        time.execute(() -> wanted.forEach(this::onWant));
    }

    private void onWant(WantedFile wanted) {
        wants.merge(wanted.file(), 1, Integer::sum);
        if (isClosed) {
            listener.onItemLost(wanted.file(), wanted.epoch());
            return;
        }
        ScriptedItem item = new ScriptedItem(wanted, limits.blockBytes());
        if (faults.isReordering) item.shuffle(random);
        Stream stream = streams.get(random.nextInt(streams.size()));
        stream.items.add(item);
        long outstanding = streams.stream()
                .flatMap(each -> each.items.stream())
                .mapToLong(each -> each.wanted.bytesWanted())
                .sum();
        bytesOutstandingMost = Math.max(bytesOutstandingMost, outstanding);
        run(stream);
    }

    private void run(Stream stream) {
        if (stream.isRunning) return;
        stream.isRunning = true;
        var unused = time.schedule(() -> step(stream), random.nextInt(stepMicrosMax), TimeUnit.MICROSECONDS);
    }

    private void step(Stream stream) {
        stream.isRunning = false;
        if (stream.items.isEmpty() || isClosed) return;
        if (random.nextDouble() < faults.loseStreamChance) {
            lose(stream);
            return;
        }
        Loan loan = lender.tryLend();
        if (loan == null) {
            stream.isRunning = true;
            lender.whenFree(() -> time.execute(() -> step(stream)));
            return;
        }
        boolean handedOver =
                stream.items.peek().isPiece() ? sendPack(stream, loan) : sendBlock(stream, stream.items.peek(), loan);
        if (!handedOver) loan.release();
        if (!stream.items.isEmpty()) run(stream);
    }

    private void lose(Stream stream) {
        List<ScriptedItem> lost = List.copyOf(stream.items);
        stream.items.clear();
        for (ScriptedItem item : lost) listener.onItemLost(item.wanted.file(), item.wanted.epoch());
    }

    /** Ends or fails the item if there is a reason to; true if it did. */
    private boolean failIfNeeded(Stream stream, ScriptedItem item) {
        WantedFile wanted = item.wanted;
        faults.beforeRead.accept(wanted.path());
        MoverException reason = faults.takeFailure(wanted.path());
        SourceTree.File file = tree.file(wanted.path());
        if (reason == null && file == null) {
            reason = new MoverException(ErrorCode.SOURCE_NOT_FOUND, wanted.path() + " is gone");
        } else if (reason == null && !isExpected(file.status().version(), wanted.expected())) {
            reason = new MoverException(ErrorCode.SOURCE_CHANGED, wanted.path() + " changed");
        }
        if (reason == null) return false;
        stream.items.remove(item);
        listener.onItemFailed(wanted.file(), wanted.epoch(), reason);
        if (faults.isFailingTogether) failOthersOf(wanted.file(), reason);
        return true;
    }

    private boolean isExpected(FileVersion now, FileVersion expected) {
        return faults.ignoresVersions || now.equals(expected);
    }

    private void failOthersOf(FileId file, MoverException reason) {
        for (Stream stream : streams) {
            for (ScriptedItem item : List.copyOf(stream.items)) {
                if (!item.wanted.file().equals(file)) continue;
                stream.items.remove(item);
                listener.onItemFailed(file, item.wanted.epoch(), reason);
            }
        }
    }

    private boolean sendBlock(Stream stream, ScriptedItem item, Loan loan) {
        WantedFile wanted = item.wanted;
        if (failIfNeeded(stream, item)) return false;
        ByteRange range = item.blocks.poll();
        boolean isLast = item.blocks.isEmpty();
        if (isLast) stream.items.remove(item);
        SourceTree.File file = tree.file(wanted.path());
        boolean handedOver = false;
        if (range != null) {
            boolean isHole = file.holes.stream().anyMatch(hole -> hole.covers(range));
            if (isHole) listener.onZero(wanted.file(), wanted.epoch(), range);
            else handedOver = deliver(wanted, file, range, loan);
        }
        if (isLast && faults.losesEnd.test(wanted.path())) {
            listener.onItemLost(wanted.file(), wanted.epoch());
        } else if (isLast) {
            listener.onItemEnded(
                    wanted.file(),
                    wanted.epoch(),
                    file.status().version(),
                    file.status().mode());
        }
        return handedOver;
    }

    private boolean deliver(WantedFile wanted, SourceTree.File file, ByteRange range, Loan loan) {
        ByteBuffer bytes = ByteBuffer.wrap(file.content, (int) range.offset(), (int) range.length());
        BlockTag tag = new BlockTag(wanted.file(), wanted.epoch(), range, RunningDigest.crc32c(bytes.duplicate()));
        loan.payload(0, (int) range.length()).put(bytes);
        boolean isTwice = random.nextDouble() < faults.duplicateChance;
        if (faults.flips.test(tag) || random.nextDouble() < faults.flipChance) flip(loan, 0);
        Loan second = isTwice ? lender.tryLend() : null;
        if (second != null) second.payload(0, (int) range.length()).put(loan.payload(0, (int) range.length()));
        sent(wanted.file(), range.length());
        if (isHere) listener.onHeldBlock(tag, loan);
        else listener.onBlock(tag, loan);
        if (second != null) {
            sent(wanted.file(), range.length());
            listener.onBlock(tag, second);
        }
        return true;
    }

    private void sent(FileId file, long bytes) {
        bytesSent.merge(file, bytes, Long::sum);
    }

    private static void flip(Loan loan, int at) {
        ByteBuffer one = loan.payload(at, 1);
        one.put(0, (byte) (one.get(0) ^ 1));
    }

    private boolean sendPack(Stream stream, Loan loan) {
        List<Piece> pieces = new ArrayList<>();
        int at = INDEX_BYTES;
        while (!stream.items.isEmpty() && stream.items.peek().isPiece()) {
            ScriptedItem item = stream.items.peek();
            int size = (int) item.wanted.expected().size();
            if (at + size > limits.blockBytes() && !pieces.isEmpty()) break;
            if (failIfNeeded(stream, item)) continue;
            stream.items.poll();
            SourceTree.File file = tree.file(item.wanted.path());
            loan.payload(at, size).put(file.content);
            at += size;
            pieces.add(new Piece(
                    item.wanted.file(),
                    item.wanted.epoch(),
                    size,
                    file.status().version(),
                    file.status().mode()));
        }
        if (pieces.isEmpty()) return false;
        int crc = RunningDigest.crc32c(loan.payload(0, at));
        BlockTag asBlock = new BlockTag(pieces.get(0).file(), pieces.get(0).epoch(), new ByteRange(0, at), crc);
        if (faults.flips.test(asBlock) || random.nextDouble() < faults.flipChance) flip(loan, 0);
        for (Piece piece : pieces) if (piece.length() > 0) sent(piece.file(), piece.length());
        Loan second = random.nextDouble() < faults.duplicateChance ? lender.tryLend() : null;
        if (second != null) second.payload(0, at).put(loan.payload(0, at));
        listener.onPack(pieces, new PackPayload(loan, INDEX_BYTES, at, crc));
        if (second != null) {
            for (Piece piece : pieces) if (piece.length() > 0) sent(piece.file(), piece.length());
            listener.onPack(pieces, new PackPayload(second, INDEX_BYTES, at, crc));
        }
        for (Piece piece : pieces) {
            listener.onItemEnded(piece.file(), piece.epoch(), piece.version(), piece.mode());
        }
        return true;
    }

    @Override
    public void cancel(FileId file) {
        time.execute(() -> streams.forEach(
                stream -> stream.items.removeIf(item -> item.wanted.file().equals(file))));
    }

    @Override
    public void limitRate(long bytesPerSecondMax) {
        rateLimit = bytesPerSecondMax;
    }

    @Override
    public StreamRange streamRange() {
        return range;
    }

    @Override
    public void useStreams(int number) {
        time.execute(() -> {
            while (streams.size() < number) streams.add(new Stream());
            while (streams.size() > number) {
                Stream parked = streams.remove(streams.size() - 1);
                streams.get(0).items.addAll(parked.items);
                parked.items.clear();
            }
        });
    }

    @Override
    public int streams() {
        return isClosed ? 0 : streams.size();
    }

    @Override
    public void close() {
        time.execute(() -> {
            isClosed = true;
            streams.forEach(this::lose);
        });
    }
}
