package org.bdm.core.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.LongAdder;
import org.bdm.core.block.BlockTag;
import org.bdm.core.block.ByteRange;
import org.bdm.core.cache.BlockCache;
import org.bdm.core.cache.CacheQuota;
import org.bdm.core.cache.CacheShare;
import org.bdm.core.cache.Loan;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.Epoch;
import org.bdm.core.id.FileId;
import org.bdm.core.id.RequestId;
import org.bdm.core.reader.PackedPiece;
import org.bdm.core.reader.ReadItem;
import org.bdm.core.store.FileVersion;
import org.bdm.core.store.StorePath;
import org.bdm.core.stream.DataStream;
import org.bdm.core.wire.Frame;
import org.bdm.core.wire.PackIndex;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What was read goes out as frames, is counted once, and stops while the peer takes no more. */
class StreamSinkTest {
    private static final RequestId REQUEST = new RequestId(5);
    private static final Epoch EPOCH = new Epoch(2);
    private static final FileVersion VERSION = new FileVersion(100, Instant.EPOCH, Instant.EPOCH, 1);
    private static final long BYTES_MAX = 1000;

    private final FakeStream stream = new FakeStream();
    private final SessionMeter meter = new SessionMeter(new Access.Limits(1, BYTES_MAX));
    private final Outstanding outstanding = new Outstanding(new Frame.OfferedLimits(256 << 10, BYTES_MAX, 4, 4), meter);
    private final LongAdder sent = new LongAdder();
    private final SendPace pace = new SendPace(() -> 0, sent);
    private final List<Long> pauses = new ArrayList<>();
    private int answered;
    private final StreamSink sink = new StreamSink(stream, outstanding, pace, pauses::add, () -> answered++);
    private final BlockCache cache = new BlockCache(2, 256 << 10);
    private final CacheShare share = cache.share(new CacheQuota("sending", 0, 2));

    @AfterEach
    void everyBlockIsBack() {
        assertThat(cache.blocksFree()).isEqualTo(cache.blocks());
        share.close();
        cache.close();
    }

    private static ReadItem item(int file) {
        return new ReadItem(
                REQUEST,
                new DeniedStore("data"),
                new FileId(file),
                EPOCH,
                StorePath.ofUtf8("x"),
                VERSION,
                List.of(),
                true);
    }

    private void wanted(int files) {
        outstanding.begin(REQUEST, files, 100L * files);
        outstanding.promise(REQUEST);
    }

    private Loan loan() {
        return Objects.requireNonNull(share.tryLend());
    }

    private void block(ReadItem item, long offset, int length) {
        sink.onBlock(item, new BlockTag(item.file(), EPOCH, new ByteRange(offset, length), 7), loan());
    }

    /** What the ticket still pays for, and what may still be outstanding. */
    private void assertLeft(long ofTheTicket, long outstandingMax) {
        assertThatExceptionOfType(MoverException.class).isThrownBy(() -> meter.promise(ofTheTicket + 1));
        meter.promise(ofTheTicket);
        meter.takeBack(ofTheTicket);
        assertThatExceptionOfType(MoverException.class)
                .isThrownBy(() -> outstanding.begin(new RequestId(99), 0, outstandingMax + 1));
        outstanding.begin(new RequestId(99), 0, outstandingMax);
        outstanding.end(new RequestId(99));
    }

    @Test
    void readsOnlyWhileFewBlocksAndFramesAreQueued() {
        stream.blocksQueued = DataStream.BLOCKS_LOW_WATER - 1;
        stream.framesQueued = DataStream.FRAMES_LOW_WATER - 1;
        assertThat(sink.isReady()).isTrue();
        stream.blocksQueued++;
        assertThat(sink.isReady()).isFalse();
        stream.blocksQueued--;
        stream.framesQueued++;
        assertThat(sink.isReady()).isFalse();
        assertThat(pauses).isEmpty();
    }

    @Test
    void pausesForWhatWasSentOfBlocksAndPacksAtTheRateOfThePeer() {
        pace.limit(100);
        wanted(3);
        block(item(1), 0, 50);
        assertThat(sink.isReady()).isFalse();
        assertThat(pauses).containsExactly(500_000_000L);
        sink.onZero(item(1), new ByteRange(50, 50));
        assertThat(sink.isReady()).isFalse();
        assertThat(pauses).as("a hole costs nothing").endsWith(500_000_000L);
        sink.onPack(REQUEST, List.of(new PackedPiece(item(2), 100, VERSION, 0644, null)), loan(), 150, 7);
        assertThat(sink.isReady()).isFalse();
        assertThat(pauses).endsWith(2_000_000_000L);
        assertThat(sent.sum()).isEqualTo(200);
    }

    @Test
    void blockGoesOutWithItsBytesAndIsNoLongerOutstanding() {
        wanted(1);
        Loan loan = loan();
        loan.payload(0, 3).put(new byte[] {1, 2, 3});
        BlockTag tag = new BlockTag(new FileId(1), EPOCH, new ByteRange(10, 3), 7);
        sink.onBlock(item(1), tag, loan);
        assertThat(stream.only(Frame.Block.class)).isEqualTo(new Frame.Block(REQUEST, tag));
        assertThat(stream.payloads.get(0)).containsExactly(1, 2, 3);
        assertLeft(BYTES_MAX - 100, BYTES_MAX - 97);
    }

    @Test
    void holeIsToldAndTheTicketDoesNotPayForIt() {
        wanted(1);
        sink.onZero(item(1), new ByteRange(10, 30));
        assertThat(stream.only(Frame.Zero.class))
                .isEqualTo(new Frame.Zero(REQUEST, new FileId(1), EPOCH, new ByteRange(10, 30)));
        assertLeft(BYTES_MAX - 70, BYTES_MAX - 70);
    }

    @Test
    void fileThatEndedIsToldAndEndsItsRequest() {
        wanted(1);
        block(item(1), 0, 100);
        sink.onItemEnded(item(1), VERSION, 0644);
        assertThat(stream.sent).endsWith(new Frame.FileEnd(REQUEST, new FileId(1), EPOCH, VERSION, 0644));
        assertThat(outstanding.isEmpty()).isTrue();
        assertThat(answered).isEqualTo(1);
        assertLeft(BYTES_MAX - 100, BYTES_MAX);
    }

    @Test
    void fileThatFailsGivesBackWhatWasNotSentOfIt() {
        wanted(2);
        block(item(1), 0, 20);
        sink.onZero(item(1), new ByteRange(20, 30));
        sink.onItemFailed(item(1), 50, new MoverException(ErrorCode.SOURCE_CHANGED, "changed"));
        Frame.Failure failure = (Frame.Failure) stream.sent.get(2);
        assertThat(failure.scope()).isEqualTo(Frame.Scope.FILE);
        assertThat(failure.file()).isEqualTo(new FileId(1));
        assertThat(failure.code()).contains(ErrorCode.SOURCE_CHANGED);
        assertThat(answered).isEqualTo(1);
        assertLeft(BYTES_MAX - 120, BYTES_MAX - 100);
        sink.onItemFailed(item(2), 100, new MoverException(ErrorCode.SOURCE_CHANGED, "changed"));
        assertLeft(BYTES_MAX - 20, BYTES_MAX);
    }

    @Test
    void packGoesOutWithItsIndexAndEndsItsFiles() {
        wanted(2);
        MoverException why = new MoverException(ErrorCode.SOURCE_NOT_FOUND, "gone " + "x".repeat(5000));
        List<PackedPiece> pieces =
                List.of(new PackedPiece(item(1), 100, VERSION, 0644, null), new PackedPiece(item(2), 0, null, 0, why));
        sink.onPack(REQUEST, pieces, loan(), 300, 77);
        Frame.Pack pack = stream.only(Frame.Pack.class);
        assertThat(pack.request()).isEqualTo(REQUEST);
        assertThat(pack.dataOffset()).isEqualTo(PackIndex.dataOffset(2));
        assertThat(pack.payloadCrc32c()).isEqualTo(77);
        assertThat(pack.pieces())
                .containsExactly(
                        new Frame.PackPiece(new FileId(1), EPOCH, 100, VERSION, 0644, null, ""),
                        new Frame.PackPiece(
                                new FileId(2),
                                EPOCH,
                                0,
                                null,
                                0,
                                ErrorCode.SOURCE_NOT_FOUND,
                                FailureFrames.shortened(why.detail())));
        assertThat(stream.payloads.get(0)).hasSize(300);
        assertThat(outstanding.isEmpty()).isTrue();
        assertThat(answered).isEqualTo(1);
        assertLeft(BYTES_MAX - 100, BYTES_MAX);
    }

    @Test
    void packOfSomeFilesLeavesTheOthersOutstanding() {
        wanted(3);
        sink.onPack(REQUEST, List.of(new PackedPiece(item(1), 100, VERSION, 0644, null)), loan(), 150, 7);
        assertLeft(BYTES_MAX - 300, BYTES_MAX - 200);
        MoverException why = new MoverException(ErrorCode.SOURCE_NOT_FOUND, "gone");
        sink.onPack(REQUEST, List.of(new PackedPiece(item(2), 0, null, 0, why)), loan(), 50, 7);
        assertLeft(BYTES_MAX - 200, BYTES_MAX - 100);
        outstanding.end(REQUEST);
    }

    @Test
    void indexIsWrittenWhereTheWireWantsIt() {
        List<PackedPiece> pieces = List.of(new PackedPiece(item(1), 100, VERSION, 0644, null));
        WirePackLayout layout = new WirePackLayout();
        ByteBuffer written = ByteBuffer.allocate(4096);
        layout.writeIndex(pieces, layout.dataOffset(1), written);
        ByteBuffer expected = ByteBuffer.allocate(4096);
        PackIndex.write(WirePackLayout.frames(pieces), expected);
        assertThat(written.array()).isEqualTo(expected.array()).isNotEqualTo(new byte[4096]);
        assertThat(layout.dataOffset(1)).isEqualTo(PackIndex.dataOffset(1));
    }

    @Test
    void defectOfTheReaderEndsTheStream() {
        sink.onBroken(new MoverException(ErrorCode.INTERNAL, "a defect"));
        assertThat(stream.closedWith()).isEqualTo(ErrorCode.INTERNAL);
    }
}
