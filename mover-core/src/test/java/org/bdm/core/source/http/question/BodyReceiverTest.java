package org.bdm.core.source.http.question;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.bdm.core.block.ByteRange;
import org.bdm.core.cache.BlockCache;
import org.bdm.core.cache.BlockLender;
import org.bdm.core.cache.CacheQuota;
import org.bdm.core.cache.CacheShare;
import org.bdm.core.cache.Loan;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** How the bytes of an answer become blocks, and that no block and no buffer stays behind. */
class BodyReceiverTest {
    private static final int BLOCK_BYTES = 100;
    private static final int BLOCKS = 2;

    private final BlockCache cache = new BlockCache(BLOCKS, 4096);
    private final CacheShare share = cache.share(new CacheQuota("test", 0, BLOCKS));
    /** Blocks of which only the beginning is used, so that the tests can count in hundreds. */
    private final BlockLender lender = new BlockLender() {
        @Override
        public Loan tryLend() {
            return share.tryLend();
        }

        @Override
        public void whenFree(Runnable task) {
            share.whenFree(task);
        }

        @Override
        public int blockBytes() {
            return BLOCK_BYTES;
        }
    };

    private final EmbeddedChannel channel = new EmbeddedChannel();
    private final List<ByteBuf> pieces = new ArrayList<>();
    private final Blocks sink = new Blocks();
    private long now;

    /** Keeps the bytes of each block, and the block itself until it is given back. */
    private static final class Blocks implements BodyReceiver.Sink {
        private final List<ByteRange> ranges = new ArrayList<>();
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        private final List<Loan> kept = new ArrayList<>();
        private boolean isRefusing;
        private int tooMuch;
        private int allGiven;

        @Override
        public boolean onBlock(ByteRange range, Loan block) {
            ranges.add(range);
            ByteBuffer payload = block.payload(0, (int) range.length());
            while (payload.hasRemaining()) bytes.write(payload.get());
            kept.add(block);
            return !isRefusing;
        }

        @Override
        public void onTooMuch() {
            tooMuch++;
        }

        @Override
        public void onAllGiven() {
            allGiven++;
        }

        void giveBack() {
            kept.forEach(Loan::release);
            kept.clear();
        }
    }

    @AfterEach
    void nothingStaysBehind() {
        sink.giveBack();
        channel.runPendingTasks();
        assertThat(cache.blocksFree()).isEqualTo(BLOCKS);
        assertThat(pieces).allMatch(piece -> piece.refCnt() == 0);
        channel.finishAndReleaseAll();
    }

    private BodyReceiver receiver(long offset, long length) {
        return new BodyReceiver(new ByteRange(offset, length), lender, channel.eventLoop(), () -> now, sink);
    }

    private void send(BodyReceiver to, byte[] bytes) {
        ByteBuf piece = Unpooled.copiedBuffer(bytes);
        pieces.add(piece);
        to.body(piece);
        piece.release();
    }

    private static byte[] bytes(int length) {
        byte[] bytes = new byte[length];
        new Random(length).nextBytes(bytes);
        return bytes;
    }

    @Test
    void blocksAreCutWhereBlocksOfTheFileEnd() {
        BodyReceiver receiver = receiver(150, 100);
        send(receiver, bytes(100));
        assertThat(sink.ranges).containsExactly(ByteRange.between(150, 200), ByteRange.between(200, 250));
        assertThat(sink.bytes.toByteArray()).isEqualTo(bytes(100));
        assertThat(receiver.isComplete()).isTrue();
        assertThat(receiver.receivedBytes()).isEqualTo(100);
        receiver.end();
        assertThat(sink.allGiven).isEqualTo(1);
    }

    @Test
    void blockIsPutTogetherFromSmallPieces() {
        BodyReceiver receiver = receiver(0, 100);
        byte[] all = bytes(100);
        for (byte each : all) send(receiver, new byte[] {each});
        assertThat(sink.ranges).containsExactly(new ByteRange(0, 100));
        assertThat(sink.bytes.toByteArray()).isEqualTo(all);
        receiver.close();
    }

    @Test
    @Tag("U17")
    void bytesOfABlockAreSeenBeforeItIsWhole() {
        BodyReceiver receiver = receiver(0, 200);
        send(receiver, bytes(30));
        assertThat(receiver.bytesArriving()).isEqualTo(30);
        send(receiver, bytes(90));
        assertThat(receiver.bytesArriving()).isEqualTo(20);
        receiver.close();
        assertThat(receiver.bytesArriving()).isZero();
    }

    @Test
    void answerThatEndsEarlyGivesOnWhatCame() {
        BodyReceiver receiver = receiver(0, 100);
        send(receiver, bytes(30));
        assertThat(sink.ranges).isEmpty();
        receiver.end();
        assertThat(sink.ranges).containsExactly(new ByteRange(0, 30));
        assertThat(sink.bytes.toByteArray()).isEqualTo(bytes(30));
        assertThat(receiver.isComplete()).isFalse();
        assertThat(sink.allGiven).isEqualTo(1);
    }

    @Test
    void moreThanWasAskedForIsToldAndNotTaken() {
        BodyReceiver receiver = receiver(0, 100);
        send(receiver, bytes(101));
        assertThat(sink.tooMuch).isEqualTo(1);
        assertThat(sink.ranges).containsExactly(new ByteRange(0, 100));
        assertThat(receiver.receivedBytes()).isEqualTo(100);
        receiver.close();
    }

    @Test
    void withoutAFreeBlockTheRestWaitsAndKeepsItsOrder() {
        BodyReceiver receiver = receiver(0, 400);
        byte[] all = bytes(400);
        send(receiver, java.util.Arrays.copyOfRange(all, 0, 250));
        send(receiver, java.util.Arrays.copyOfRange(all, 250, 400));
        receiver.end();
        assertThat(receiver.isHeldUp()).isTrue();
        assertThat(sink.allGiven).as("bytes still wait").isZero();
        assertThat(sink.ranges).hasSize(2);
        now = 77;
        sink.giveBack();
        channel.runPendingTasks();
        assertThat(sink.ranges).hasSize(4);
        assertThat(sink.bytes.toByteArray()).isEqualTo(all);
        assertThat(receiver.isHeldUp()).isFalse();
        assertThat(receiver.lastByteAt())
                .as("time in which it did not read is not silence")
                .isEqualTo(77);
        assertThat(sink.allGiven).isEqualTo(1);
    }

    @Test
    void closedReceiverWakesTheNextThatWaitsForABlock() {
        BodyReceiver receiver = receiver(0, 300);
        send(receiver, bytes(300));
        assertThat(receiver.isHeldUp()).isTrue();
        List<String> woken = new ArrayList<>();
        share.whenFree(() -> woken.add("next"));
        receiver.close();
        sink.kept.remove(0).release();
        channel.runPendingTasks();
        assertThat(woken).containsExactly("next");
    }

    @Test
    void refusedBlockEndsTheReception() {
        sink.isRefusing = true;
        BodyReceiver receiver = receiver(0, 300);
        send(receiver, bytes(250));
        assertThat(sink.ranges).containsExactly(new ByteRange(0, 100));
        receiver.end();
        assertThat(sink.allGiven).isZero();
    }

    @Test
    void refusedLastBlockIsNotReportedAsTheEnd() {
        sink.isRefusing = true;
        BodyReceiver receiver = receiver(0, 300);
        send(receiver, bytes(50));
        receiver.end();
        assertThat(sink.ranges).containsExactly(new ByteRange(0, 50));
        assertThat(sink.allGiven).isZero();
    }

    @Test
    void closedReceiverGivesEverythingBackAndTakesNothing() {
        BodyReceiver receiver = receiver(0, 400);
        send(receiver, bytes(350));
        receiver.close();
        send(receiver, bytes(10));
        receiver.flush();
        assertThat(sink.ranges).hasSize(2);
    }

    @Test
    void flushGivesOnTheBlockThatIsBegun() {
        BodyReceiver receiver = receiver(0, 400);
        send(receiver, bytes(130));
        receiver.flush();
        receiver.flush();
        assertThat(sink.ranges).containsExactly(new ByteRange(0, 100), new ByteRange(100, 30));
        assertThat(sink.allGiven).isZero();
    }

    @Test
    void eachPieceEndsTheSilence() {
        now = 5;
        BodyReceiver receiver = receiver(0, 400);
        assertThat(receiver.lastByteAt()).isEqualTo(5);
        now = 9;
        send(receiver, bytes(1));
        assertThat(receiver.lastByteAt()).isEqualTo(9);
        receiver.close();
    }
}
