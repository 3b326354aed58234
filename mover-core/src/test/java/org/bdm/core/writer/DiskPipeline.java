package org.bdm.core.writer;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.bdm.core.block.BlockTag;
import org.bdm.core.block.ByteRange;
import org.bdm.core.block.RangeSet;
import org.bdm.core.cache.BlockCache;
import org.bdm.core.cache.CacheQuota;
import org.bdm.core.cache.CacheShare;
import org.bdm.core.cache.Loan;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.checksum.ChecksumAlgorithm;
import org.bdm.core.checksum.RunningDigest;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.finish.FileToFinish;
import org.bdm.core.finish.FileToRecover;
import org.bdm.core.finish.FinishListener;
import org.bdm.core.finish.FinishOptions;
import org.bdm.core.finish.FinishResult;
import org.bdm.core.finish.OrderedFileFinisher;
import org.bdm.core.hasher.HashListener;
import org.bdm.core.hasher.ThreadedFileHasher;
import org.bdm.core.id.Epoch;
import org.bdm.core.id.FileId;
import org.bdm.core.id.JobId;
import org.bdm.core.journal.FileHistory;
import org.bdm.core.journal.TransferJournal;
import org.bdm.core.store.FileVersion;
import org.bdm.core.store.PlaceMode;
import org.bdm.core.store.StorePath;
import org.bdm.core.store.WorkArea;
import org.bdm.core.store.WritableStore;
import org.bdm.core.transfer.ChunkRight;

/**
 * Writer, hasher and finisher of one chunk, wired as a fetch session wires them, with files in memory as the source. One run is one life of a
 * process; everything that is not a disk thread happens on the thread that calls {@link #run}.
 */
final class DiskPipeline implements DurabilityListener, HashListener, FinishListener, AutoCloseable {
    static final JobId JOB = new JobId(7);
    static final int BLOCK_BYTES = 4096;
    static final Instant MODIFIED = Instant.parse("2020-02-29T12:00:00.123456Z");
    static final MarkPolicy MARKS = new MarkPolicy(4 * BLOCK_BYTES, java.time.Duration.ofSeconds(2), 8 * BLOCK_BYTES);

    private static final int TRIES_MAX = 5;

    final Map<FileId, FinishResult> results = new HashMap<>();
    final Map<FileId, Long> bytesSent = new HashMap<>();
    final Map<FileId, List<ByteRange>> damaged = new HashMap<>();
    final Map<FileId, List<ByteRange>> surviving = new HashMap<>();
    final Map<FileId, Long> bytesDurable = new HashMap<>();
    final List<BlockTag> refused = new ArrayList<>();
    final BlockCache cache = new BlockCache(256, BLOCK_BYTES);
    final ManualTimer timer = new ManualTimer();
    Predicate<BlockTag> flips = tag -> false;
    Predicate<BlockTag> withheld = tag -> false;
    TransferJournal journal;
    DiskBlockWriter writer;

    private final BlockingQueue<Runnable> events = new LinkedBlockingQueue<>();
    private final Map<FileId, SourceFile> files = new HashMap<>();
    private final Map<FileId, RangeSet> covered = new HashMap<>();
    private final Map<FileId, WrittenFile> written = new HashMap<>();
    private final Map<FileId, Integer> tries = new HashMap<>();
    private final Random random = new Random(4);
    private final CacheShare share = cache.share(new CacheQuota("pipeline", 0, 256));
    private final ThreadedFileHasher hasher = new ThreadedFileHasher(1, 8);
    private final OrderedFileFinisher finisher;

    DiskPipeline(WritableStore store) {
        this(store, WriterContext.Discipline.TRUE);
    }

    DiskPipeline(WritableStore store, WriterContext.Discipline discipline) {
        WorkArea area = store.workArea(JOB);
        journal = TransferJournal.open(area, JOB, ChunkRight.endless(3));
        WriterSettings settings = new WriterSettings(2, 1, 1, MARKS);
        writer = new DiskBlockWriter(area, settings, this, timer, discipline);
        finisher = new OrderedFileFinisher(store, area, new FinishOptions(false, PlaceMode.NEW, 0755), this);
    }

    /** A file of the source; {@code holes} are told as zeros instead of being sent. */
    record SourceFile(FileId id, StorePath path, byte[] content, boolean isPacked, List<ByteRange> holes) {
        static SourceFile of(int number, String path, int size) {
            byte[] content = new byte[size];
            new Random(number).nextBytes(content);
            return new SourceFile(new FileId(number), StorePath.ofUtf8(path), content, false, List.of());
        }

        SourceFile packed() {
            return new SourceFile(id, path, content, true, holes);
        }

        SourceFile withHole(ByteRange hole) {
            byte[] sparse = content.clone();
            for (long i = hole.offset(); i < hole.endExclusive(); i++) sparse[(int) i] = 0;
            return new SourceFile(id, path, sparse, isPacked, List.of(hole));
        }

        Checksum sha256() {
            RunningDigest digest = RunningDigest.of(ChecksumAlgorithm.SHA256);
            digest.update(ByteBuffer.wrap(content));
            return digest.finish();
        }

        FileVersion version() {
            return new FileVersion(content.length, MODIFIED, MODIFIED, id.number());
        }
    }

    /** Brings the files; returns when each has a result. */
    void run(List<SourceFile> all) {
        start(all);
        handleUntil(() -> results.size() == files.size());
    }

    void start(List<SourceFile> all) {
        List<SourceFile> packed = new ArrayList<>();
        for (SourceFile file : all) {
            files.put(file.id, file);
            FileHistory history = journal.histories().get(file.id);
            if (history != null && history.placing().isPresent()) {
                finisher.recover(new FileToRecover(history.placing().get(), file.path, ChunkRight.endless(0)));
            } else if (file.isPacked) {
                packed.add(file);
            } else {
                openOrResume(file, history);
            }
        }
        if (!packed.isEmpty()) sendPack(packed);
    }

    void handleUntil(java.util.function.BooleanSupplier isEnough) {
        while (!isEnough.getAsBoolean()) {
            try {
                Runnable event = events.poll(10, TimeUnit.SECONDS);
                assertThat(event)
                        .as("nothing happens any more; results: %s", results)
                        .isNotNull();
                event.run();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    private void openOrResume(SourceFile file, FileHistory history) {
        if (history == null) {
            writer.open(new FileToWrite(file.id, new Epoch(1), file.version(), file.path, journal));
        } else {
            writer.resume(new FileToWrite(file.id, history.epoch(), file.version(), file.path, journal), history);
        }
    }

    private void sendPack(List<SourceFile> packed) {
        List<PackToWrite.PackPiece> pieces = new ArrayList<>();
        Loan loan = loan();
        int length = 64; // the index in front
        for (SourceFile file : packed) {
            FileHistory history = journal.histories().get(file.id);
            Epoch epoch =
                    history == null ? new Epoch(1) : new Epoch(history.epoch().number() + 1);
            pieces.add(new PackToWrite.PackPiece(
                    file.id,
                    epoch,
                    file.content.length,
                    ChecksumAlgorithm.SHA256,
                    Optional.empty(),
                    file.path,
                    journal));
            loan.payload(length, file.content.length).put(file.content);
            length += file.content.length;
            bytesSent.merge(file.id, (long) file.content.length, Long::sum);
        }
        int crc = RunningDigest.crc32c(loan.payload(0, length));
        BlockTag asBlock = new BlockTag(packed.get(0).id, new Epoch(1), new ByteRange(0, length), crc);
        if (flips.test(asBlock)) flip(loan);
        writer.writePack(new PackToWrite(loan, crc, length, 64, pieces));
    }

    private Loan loan() {
        Loan loan = share.tryLend();
        assertThat(loan).as("a free block").isNotNull();
        return loan;
    }

    private static void flip(Loan loan) {
        ByteBuffer first = loan.payload(0, 1);
        first.put(0, (byte) (first.get(0) ^ 1));
    }

    private void send(SourceFile file, Epoch epoch, ByteRange range) {
        byte[] bytes = java.util.Arrays.copyOfRange(file.content, (int) range.offset(), (int) range.endExclusive());
        BlockTag tag = new BlockTag(file.id, epoch, range, RunningDigest.crc32c(ByteBuffer.wrap(bytes)));
        if (withheld.test(tag)) return;
        Loan loan = loan();
        loan.payload(0, bytes.length).put(bytes);
        if (flips.test(tag)) flip(loan);
        bytesSent.merge(file.id, range.length(), Long::sum);
        writer.write(tag, loan);
    }

    @Override
    public void onOpened(OpenedFile opened) {
        events.add(() -> {
            SourceFile file = files.get(opened.file());
            hasher.begin(file.id, opened.epoch(), opened.temporary(), ChecksumAlgorithm.SHA256, this);
            RangeSet there = new RangeSet();
            covered.put(file.id, there);
            damaged.put(file.id, opened.damaged());
            surviving.put(file.id, opened.surviving());
            for (ByteRange range : opened.surviving()) {
                there.add(range);
                hasher.written(file.id, opened.epoch(), range);
            }
            List<ByteRange> blocks = new ArrayList<>();
            for (ByteRange missing : there.missing(file.content.length)) blocks.addAll(cut(missing));
            Collections.shuffle(blocks, random);
            for (ByteRange block : blocks) {
                if (file.holes.stream().anyMatch(hole -> hole.covers(block))) {
                    writer.writeZero(file.id, opened.epoch(), block);
                } else {
                    send(file, opened.epoch(), block);
                }
            }
            completeIfCovered(file, opened.epoch());
        });
    }

    private static List<ByteRange> cut(ByteRange range) {
        List<ByteRange> blocks = new ArrayList<>();
        for (long at = range.offset(); at < range.endExclusive(); ) {
            long end = Math.min(range.endExclusive(), (at / BLOCK_BYTES + 1) * BLOCK_BYTES);
            blocks.add(ByteRange.between(at, end));
            at = end;
        }
        return blocks;
    }

    private void completeIfCovered(SourceFile file, Epoch epoch) {
        if (covered.get(file.id).coversAll(file.content.length)) writer.complete(file.id, epoch);
    }

    @Override
    public void onWritten(BlockTag tag, Loan loan, long bytesNew) {
        events.add(() -> {
            covered.get(tag.file()).add(tag.range());
            hasher.offer(tag, loan);
            completeIfCovered(files.get(tag.file()), tag.epoch());
        });
    }

    @Override
    public void onZeroWritten(FileId file, Epoch epoch, ByteRange range, long bytesNew) {
        events.add(() -> {
            covered.get(file).add(range);
            hasher.zero(file, epoch, range);
            completeIfCovered(files.get(file), epoch);
        });
    }

    @Override
    public void onRefused(BlockTag tag, Refusal why) {
        events.add(() -> {
            refused.add(tag);
            if (why != Refusal.WRONG_CHECKSUM) return;
            if (tries.merge(tag.file(), 1, Integer::sum) < TRIES_MAX) {
                send(files.get(tag.file()), tag.epoch(), tag.range());
            } else {
                giveUp(tag.file(), tag.epoch(), new MoverException(ErrorCode.CHECKSUM_MISMATCH, "blocks stay wrong"));
            }
        });
    }

    @Override
    public void onDurable(FileId file, Epoch epoch, long bytes) {
        events.add(() -> bytesDurable.put(file, bytes));
    }

    @Override
    public void onCompleted(WrittenFile file) {
        events.add(() -> {
            written.put(file.file(), file);
            hasher.finish(file.file(), file.epoch(), files.get(file.file()).content.length);
        });
    }

    @Override
    public void onDigest(FileId file, Epoch epoch, Checksum digest) {
        events.add(() -> finish(written.remove(file), digest));
    }

    private void finish(WrittenFile file, Checksum digest) {
        SourceFile source = files.get(file.file());
        finisher.finish(new FileToFinish(
                file.file(),
                file.epoch(),
                file.temporary(),
                journal,
                source.path,
                new FileToFinish.Attributes(MODIFIED, 0644),
                new FileToFinish.Digest(digest, Optional.empty())));
    }

    @Override
    public void onHashFailed(FileId file, Epoch epoch, MoverException reason) {
        events.add(() -> {
            WrittenFile left = written.remove(file);
            if (left != null) left.temporary().close();
            giveUp(file, epoch, reason);
        });
    }

    @Override
    public void onPieces(List<WrittenFile> pieces) {
        events.add(() -> pieces.forEach(piece -> finish(piece, piece.digest().orElseThrow())));
    }

    @Override
    public void onPackRefused(PackToWrite pack) {
        events.add(() -> {
            for (PackToWrite.PackPiece piece : pack.pieces()) {
                giveUp(piece.file(), piece.epoch(), new MoverException(ErrorCode.BLOCK_CHECKSUM, "pack refused"));
            }
        });
    }

    @Override
    public void onFailed(FileId file, Epoch epoch, MoverException reason) {
        events.add(() -> giveUp(file, epoch, reason));
    }

    private void giveUp(FileId file, Epoch epoch, MoverException reason) {
        results.putIfAbsent(file, new FinishResult.Failed(file, reason, true));
        hasher.discard(file, epoch).thenRun(() -> writer.discard(file, epoch, BlockWriter.Leftover.KEEP));
    }

    @Override
    public void onEnded(List<FinishResult> ended) {
        events.add(() -> {
            for (FinishResult result : ended) {
                if (result instanceof FinishResult.NotRecovered) {
                    FileHistory history = journal.histories().get(result.file());
                    SourceFile file = files.get(result.file());
                    if (file.isPacked) {
                        sendPack(List.of(file));
                    } else {
                        openOrResume(file, history);
                    }
                } else {
                    results.put(result.file(), result);
                }
            }
        });
    }

    /** The process stops, well or not. */
    @Override
    public void close() {
        writer.close();
        hasher.close();
        finisher.close();
        for (Runnable event : events) {
            try {
                event.run(); // loans on their way are released
            } catch (RuntimeException stopped) {
                continue;
            }
        }
        journal.close();
        timer.shutdownNow();
    }
}
