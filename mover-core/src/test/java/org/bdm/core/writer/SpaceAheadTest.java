package org.bdm.core.writer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import org.bdm.core.block.ByteRange;
import org.bdm.core.block.RangeSet;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.JobId;
import org.bdm.core.store.MemoryStore;
import org.bdm.core.store.StoreCall;
import org.bdm.core.store.WritableFile;
import org.junit.jupiter.api.Test;

class SpaceAheadTest {
    private static final long SIZE = 1L << 40;
    private static final int BLOCK_BYTES = 1 << 20;

    private final MemoryStore store = new MemoryStore();
    private final WritableFile temporary = store.workArea(new JobId(1)).create("1-1.part");
    private final SpaceAhead space = new SpaceAhead(temporary, SIZE, false);
    private final RangeSet covered = new RangeSet();

    private static ByteRange block(int number) {
        return new ByteRange((long) number * BLOCK_BYTES, BLOCK_BYTES);
    }

    @Test
    void asksOnceForManyBlocks() {
        for (int i = 0; i < 16; i++) space.beforeWrite(block(i), covered);
        assertThat(store.calls(StoreCall.Kind.RESERVE)).hasSize(1);
        space.beforeWrite(block(16), covered);
        assertThat(store.calls(StoreCall.Kind.RESERVE)).hasSize(2);
    }

    @Test
    void asksForNothingWhereAHoleIsKnown() {
        covered.add(new ByteRange(BLOCK_BYTES, SpaceAhead.AHEAD_BYTES));
        store.faults().spaceBytes(BLOCK_BYTES);
        space.beforeWrite(block(0), covered);
        assertThat(store.calls(StoreCall.Kind.RESERVE)).hasSize(1);
    }

    @Test
    void aHugeFileWithLittleDataFitsOnASmallDisk() {
        store.faults().spaceBytes(SpaceAhead.AHEAD_BYTES);
        space.beforeWrite(block(500_000), covered);
        temporary.write(block(500_000).offset(), ByteBuffer.allocate(BLOCK_BYTES));
        space.makeHole(new ByteRange(0, 1L << 30));
        assertThat(store.calls(StoreCall.Kind.MAKE_HOLE)).hasSize(1);
    }

    @Test
    void aDiskWithoutRoomIsNoticedBeforeTheBlockIsWritten() {
        store.faults().spaceBytes(SpaceAhead.AHEAD_BYTES - 1);
        assertThatThrownBy(() -> space.beforeWrite(block(3), covered))
                .isInstanceOfSatisfying(
                        MoverException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.NO_SPACE));
    }
}
