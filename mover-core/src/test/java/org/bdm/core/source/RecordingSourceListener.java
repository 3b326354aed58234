package org.bdm.core.source;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.bdm.core.block.BlockTag;
import org.bdm.core.block.ByteRange;
import org.bdm.core.block.RangeSet;
import org.bdm.core.cache.Loan;
import org.bdm.core.checksum.RunningDigest;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.Epoch;
import org.bdm.core.id.FileId;
import org.bdm.core.store.FileVersion;

/** Puts files together from what a source tells; a byte that comes twice in one epoch is an error. Any thread. */
public final class RecordingSourceListener implements SourceListener {
    private final Map<FileId, Received> files = new HashMap<>();
    private final List<String> errors = new ArrayList<>();
    private final List<FileId> ended = new ArrayList<>();
    private int packs;
    private int damaged;
    private MoverException lost;
    private Runnable beforeBlock = () -> {};

    /** What is known of one file, in its latest epoch. */
    public static final class Received {
        public final RangeSet ranges = new RangeSet();
        private byte[] bytes = new byte[0];
        public int ended;
        public int lost;
        public FileVersion version;
        public MoverException failure;

        private void put(long offset, ByteBuffer part) {
            int end = (int) offset + part.remaining();
            if (end > bytes.length) bytes = Arrays.copyOf(bytes, Math.max(end, 2 * bytes.length));
            part.get(bytes, (int) offset, part.remaining());
        }

        public byte[] content(long size) {
            return Arrays.copyOf(bytes, (int) size);
        }

        public boolean isOver() {
            return ended + lost > 0 || failure != null;
        }
    }

    /** Runs before each block or pack is looked at. */
    public synchronized void beforeBlock(Runnable task) {
        beforeBlock = task;
    }

    public synchronized Received of(FileId file) {
        return files.computeIfAbsent(file, absent -> new Received());
    }

    /** Forgets how the file ended, not its bytes: it is asked for again. */
    public synchronized void again(FileId file) {
        of(file).lost = 0;
        of(file).ended = 0;
        of(file).failure = null;
    }

    public synchronized List<String> errors() {
        return List.copyOf(errors);
    }

    /** The files of the items that ended well, in that order. */
    public synchronized List<FileId> ended() {
        return List.copyOf(ended);
    }

    public synchronized int packs() {
        return packs;
    }

    public synchronized int damaged() {
        return damaged;
    }

    public synchronized MoverException lost() {
        return lost;
    }

    @Override
    public void onBlock(BlockTag tag, Loan loan) {
        beforeBlock();
        synchronized (this) {
            ByteBuffer bytes = loan.payload(0, (int) tag.range().length());
            boolean right = RunningDigest.crc32c(bytes) == tag.crc32c();
            if (right) {
                add(tag.file(), tag.range());
                of(tag.file()).put(tag.range().offset(), bytes.flip());
            } else {
                damaged++;
            }
        }
        loan.release();
    }

    @Override
    public synchronized void onZero(FileId file, Epoch epoch, ByteRange range) {
        add(file, range);
        of(file).put(range.offset(), ByteBuffer.allocate((int) range.length()));
    }

    @Override
    public void onPack(List<Piece> pieces, PackPayload payload) {
        beforeBlock();
        synchronized (this) {
            packs++;
            if (RunningDigest.crc32c(payload.loan().payload(0, payload.length())) != payload.crc32c()) {
                damaged++;
            } else {
                int at = payload.dataOffset();
                for (Piece piece : pieces) {
                    if (piece.length() > 0) add(piece.file(), new ByteRange(0, piece.length()));
                    of(piece.file()).put(0, payload.loan().payload(at, piece.length()));
                    at += piece.length();
                }
            }
        }
        payload.loan().release();
    }

    @Override
    public synchronized void onItemEnded(FileId file, Epoch epoch, FileVersion version, int mode) {
        of(file).version = version;
        of(file).ended++;
        ended.add(file);
    }

    @Override
    public synchronized void onItemFailed(FileId file, Epoch epoch, MoverException reason) {
        if (of(file).failure != null) errors.add(file + " failed twice");
        of(file).failure = reason;
    }

    @Override
    public synchronized void onItemLost(FileId file, Epoch epoch) {
        of(file).lost++;
    }

    @Override
    public synchronized void onSourceLost(MoverException reason) {
        if (lost != null) errors.add("the source was lost twice");
        lost = reason;
    }

    private void beforeBlock() {
        Runnable task;
        synchronized (this) {
            task = beforeBlock;
        }
        task.run();
    }

    private void add(FileId file, ByteRange range) {
        if (of(file).ranges.add(range) != range.length()) errors.add(range + " of " + file + " came twice");
    }
}
