package org.bdm.core.read;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.bdm.core.block.BlockTag;
import org.bdm.core.block.ByteRange;
import org.bdm.core.cache.CacheShare;
import org.bdm.core.cache.Loan;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.checksum.ChecksumAlgorithm;
import org.bdm.core.checksum.RunningDigest;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.FileId;
import org.bdm.core.source.BlockSource;
import org.bdm.core.source.SourceLimits;
import org.bdm.core.source.SourceListener;
import org.bdm.core.source.WantedFile;
import org.bdm.core.store.DirectoryEntry;
import org.bdm.core.store.DirectoryPage;
import org.bdm.core.store.FileName;
import org.bdm.core.store.FileVersion;
import org.bdm.core.store.StorePath;

/** A source of one file that answers on a thread of its own, the last block of each want first, with what went wrong. */
final class ScriptedSource implements BlockSource {
    static final int BLOCK_BYTES = 4096;

    private final byte[] content;
    private final CacheShare share;
    private final ExecutorService thread = Executors.newSingleThreadExecutor();
    private SourceListener listener;
    final List<ByteRange> wanted = new ArrayList<>();
    volatile long zeroBlockAt = -1;
    volatile long damagedBlockAt = -1;
    volatile long lostAt = -1;
    volatile FileVersion afterwards;

    ScriptedSource(byte[] content, CacheShare share) {
        this.content = content;
        this.share = share;
    }

    @Override
    public void want(List<WantedFile> files) {
        files.forEach(file -> wanted.add(file.ranges().get(0)));
        thread.execute(() -> send(files));
    }

    private void send(List<WantedFile> files) {
        for (WantedFile file : files) {
            ByteRange range = file.ranges().get(0);
            List<ByteRange> blocks = new ArrayList<>();
            for (long at = range.offset(); at < range.endExclusive(); at += BLOCK_BYTES)
                blocks.add(new ByteRange(at, Math.min(BLOCK_BYTES, range.endExclusive() - at)));
            Collections.reverse(blocks);
            boolean isLost = blocks.stream().anyMatch(block -> block.offset() == lostAt);
            blocks.stream().filter(block -> block.offset() != lostAt).forEach(block -> deliver(file, block));
            if (isLost) listener.onItemLost(file.file(), file.epoch());
            else
                listener.onItemEnded(
                        file.file(), file.epoch(), afterwards == null ? file.expected() : afterwards, 0644);
        }
    }

    private void deliver(WantedFile file, ByteRange block) {
        if (block.offset() == zeroBlockAt) {
            listener.onZero(file.file(), file.epoch(), block);
            return;
        }
        Loan loan = share.tryLend();
        if (loan == null) {
            listener.onSourceLost(new MoverException(ErrorCode.TOO_LARGE, "more blocks are wanted than fit"));
            return;
        }
        loan.payload(0, (int) block.length()).put(content, (int) block.offset(), (int) block.length());
        int crc = RunningDigest.crc32c(loan.payload(0, (int) block.length()));
        if (block.offset() == damagedBlockAt) crc++;
        listener.onBlock(new BlockTag(file.file(), file.epoch(), block, crc), loan);
    }

    @Override
    public SourceLimits limits() {
        return new SourceLimits(BLOCK_BYTES, 1 << 20, 16, 0, false);
    }

    @Override
    public CompletionStage<Void> open(SourceListener hears) {
        listener = hears;
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public CompletionStage<Optional<DirectoryEntry>> status(StorePath path) {
        return CompletableFuture.completedFuture(Optional.empty());
    }

    @Override
    public CompletionStage<DirectoryPage> list(StorePath directory, Optional<FileName> after, int entriesMax) {
        throw new UnsupportedOperationException();
    }

    @Override
    public CompletionStage<Checksum> digest(
            FileId file, StorePath path, FileVersion expected, ChecksumAlgorithm algorithm) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void cancel(FileId file) {}

    @Override
    public void limitRate(long bytesPerSecondMax) {}

    @Override
    public int streams() {
        return 1;
    }

    /** Ends when all was sent. */
    @Override
    public void close() {
        thread.shutdown();
        try {
            if (!thread.awaitTermination(10, TimeUnit.SECONDS)) throw new AssertionError("the source does not end");
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
