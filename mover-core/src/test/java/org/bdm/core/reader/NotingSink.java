package org.bdm.core.reader;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.bdm.core.block.BlockTag;
import org.bdm.core.block.ByteRange;
import org.bdm.core.cache.Loan;
import org.bdm.core.checksum.RunningDigest;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.RequestId;
import org.bdm.core.store.FileVersion;

/** Writes down what it is told, checks sums, and gives blocks back or keeps them. One thread at a time. */
final class NotingSink implements ReadSink {
    final List<String> told = new ArrayList<>();
    private final List<Loan> kept = new ArrayList<>();
    int takes = 100;
    boolean keeps;

    @Override
    public boolean isReady() {
        return takes > 0;
    }

    @Override
    public void onBlock(ReadItem item, BlockTag tag, Loan loan) {
        takes--;
        told.add("block " + tag.range());
        assertThat(RunningDigest.crc32c(loan.payload(0, (int) tag.range().length())))
                .isEqualTo(tag.crc32c());
        keep(loan);
    }

    @Override
    public void onZero(ReadItem item, ByteRange range) {
        told.add("zero " + range);
    }

    @Override
    public void onPack(RequestId request, List<PackedPiece> pieces, Loan loan, int length, int crc32c) {
        takes--;
        StringBuilder line = new StringBuilder("pack");
        for (PackedPiece piece : pieces) {
            MoverException error = piece.error();
            line.append(' ').append(piece.item().file().number()).append(':');
            line.append(
                    error == null
                            ? String.valueOf(piece.length())
                            : error.code().name());
        }
        told.add(line.toString());
        assertThat(RunningDigest.crc32c(loan.payload(0, length))).isEqualTo(crc32c);
        keep(loan);
    }

    @Override
    public void onItemEnded(ReadItem item, FileVersion version, int mode) {
        told.add("end " + item.file().number());
    }

    @Override
    public void onItemFailed(ReadItem item, long bytesLeft, MoverException reason) {
        told.add("fail " + item.file().number() + " " + reason.code() + " left " + bytesLeft);
    }

    @Override
    public void onBroken(MoverException reason) {
        told.add("broken " + reason.detail());
    }

    private void keep(Loan loan) {
        if (keeps) kept.add(loan);
        else loan.release();
    }

    void releaseAll() {
        keeps = false;
        List<Loan> all = List.copyOf(kept);
        kept.clear();
        all.forEach(Loan::release);
    }
}
