package org.bdm.core.bench;

import org.bdm.core.block.BlockTag;
import org.bdm.core.cache.Loan;
import org.bdm.core.checksum.RunningDigest;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.FileId;

/** Checks blocks and drops them; a block counts when it is right. */
final class MemorySink implements BlockSink {
    private volatile Told told = Told.NOBODY;

    @Override
    public void begin(Told hears) {
        told = hears;
    }

    @Override
    public void open(FileId piece) {
        // Nothing is kept of it.
    }

    @Override
    public void take(BlockTag tag, Loan loan) {
        int length = (int) tag.range().length();
        boolean isIntact = RunningDigest.crc32c(loan.payload(0, length)) == tag.crc32c();
        loan.release();
        if (isIntact) told.counted(length);
        else told.failed(damaged());
    }

    static MoverException damaged() {
        return new MoverException(ErrorCode.BLOCK_CHECKSUM, "a block of a measurement arrived damaged");
    }

    @Override
    public void takeHole(BlockTag tag) {
        told.counted(tag.range().length());
    }

    @Override
    public void lost(FileId piece) {
        // What came of it has counted.
    }

    @Override
    public long bytesHeld() {
        return 0;
    }

    @Override
    public Load load() {
        return Load.NONE;
    }

    @Override
    public void close() {
        // Holds nothing.
    }
}
