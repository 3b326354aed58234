package org.bdm.core.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.bdm.core.block.BlockTag;
import org.bdm.core.block.ByteRange;
import org.bdm.core.checksum.RunningDigest;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.ErrorKind;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.Dscp;
import org.bdm.core.id.RequestId;
import org.bdm.core.store.FileName;
import org.bdm.core.store.FileVersion;
import org.bdm.core.store.StorePath;
import org.bdm.core.wire.Frame.PackPiece;
import org.junit.jupiter.api.Test;

/** The last value that each bound allows is read; the next one is a violation that names the field. */
class WireBoundsTest {
    @Test
    void timesReachFromTheFirstToTheLastSecondOfTheCalendar() {
        for (Instant edge : List.of(Instant.MIN, Instant.MAX)) {
            Frame.FileEnd end =
                    new Frame.FileEnd(SampleFrames.REQUEST, SampleFrames.FILE, SampleFrames.EPOCH, version(edge), 0644);
            assertThat(SampleFrames.read(SampleFrames.bytes(end))).isEqualTo(end);
        }
        assertViolation(() -> fileEnd(Instant.MAX.getEpochSecond() + 1, 0), "mtime is out of range");
        assertViolation(() -> fileEnd(Instant.MIN.getEpochSecond() - 1, 0), "mtime is out of range");
        assertViolation(() -> fileEnd(0, 1_000_000_000), "mtime is 1000000000");
    }

    @Test
    void aFieldBehindTheLastOneIsAViolation() {
        assertThatCode(() -> fileEnd(0, 0)).doesNotThrowAnyException();
        assertViolation(
                () -> SampleFrames.read(longer(SampleFrames.bytes(new Frame.Goodbye(true, "bye")))),
                "bytes follow the last field");
    }

    @Test
    void streamsAskedForAreOneToSixteen() {
        for (int streams : List.of(1, WireLimits.DIAL_STREAMS_MAX)) {
            Frame.Dial dial = new Frame.Dial(" ~", streams);
            assertThat(SampleFrames.read(SampleFrames.bytes(dial))).isEqualTo(dial);
        }
        assertViolation(() -> read(new Frame.Dial("s", 0)), "0 streams");
        assertViolation(() -> read(new Frame.Dial("s", WireLimits.DIAL_STREAMS_MAX + 1)), "17 streams");
        assertViolation(() -> read(new Frame.Dial("\u001f", 1)), "printable");
        assertViolation(() -> read(new Frame.Dial("\u007f", 1)), "printable");
    }

    @Test
    void classesOfPacketsAreZeroToSixtyThree() {
        byte[] last = SampleFrames.bytes(new Frame.UseDscp(new Dscp(63)));
        assertThat(SampleFrames.read(last)).isEqualTo(new Frame.UseDscp(new Dscp(63)));
        assertThat(last[last.length - 1]).isEqualTo((byte) 63);
        last[last.length - 1] = 64;
        assertViolation(() -> SampleFrames.read(resealed(last)), "a DSCP is 0 to 63, not 64");
    }

    @Test
    void readersOfAStreamAreOneToSixtyFour() {
        for (int readers : new int[] {0, WireLimits.READERS_MAX + 1}) {
            assertViolation(() -> read(new Frame.UseReaders(readers)), "there are " + readers + " readers");
            Frame.Welcome told = new Frame.Welcome(1, Features.READERS, SampleFrames.LIMITS, 1, 1, List.of(), readers);
            assertViolation(() -> read(told), "there are " + readers + " readers");
        }
    }

    @Test
    void aWelcomeNamesAtMostSixtyFourDataPorts() {
        String longest = "a".repeat(WireLimits.DATA_PORTS_BYTES_MAX / WireLimits.DATA_PORTS_MAX - 1);
        Frame.Welcome most = welcome(Features.DATA_PORTS, Collections.nCopies(WireLimits.DATA_PORTS_MAX, longest));
        byte[] bytes = SampleFrames.bytes(most);
        assertThat(SampleFrames.read(bytes)).isEqualTo(most);
        assertThat(bytes.length - WireLimits.HEADER_BYTES)
                .as("taken before the greeting has ended")
                .isLessThanOrEqualTo(WireLimits.HELLO_BYTES_MAX);
        assertViolation(
                () -> read(welcome(Features.DATA_PORTS, Collections.nCopies(WireLimits.DATA_PORTS_MAX + 1, "a:1"))),
                "65 data ports");
        assertViolation(() -> read(welcome(Features.DATA_PORTS, List.of("a\n:1"))), "printable");
    }

    @Test
    void aWelcomeNamesNoDataPortsToAPeerThatDidNotAskForThem() {
        Frame.Welcome old = welcome(Features.NONE, List.of());
        byte[] bytes = SampleFrames.bytes(welcome(Features.NONE, List.of("a:1")));
        assertThat(bytes).isEqualTo(SampleFrames.bytes(old));
        assertThat(SampleFrames.read(bytes)).isEqualTo(old);
    }

    private static Frame.Welcome welcome(long features, List<String> dataPorts) {
        return new Frame.Welcome(1, features, new Frame.OfferedLimits(256 << 10, 1 << 20, 8, 8), 1, 1, dataPorts);
    }

    @Test
    void aCountOfItemsThatCannotFitIsRefusedBeforeAnyItemIsRead() {
        byte[] cancel = SampleFrames.bytes(new Frame.Cancel(List.of(SampleFrames.REQUEST)));
        ByteBuffer.wrap(cancel).putInt(WireLimits.HEADER_BYTES, 2);
        assertViolation(() -> SampleFrames.read(resealed(cancel)), "do not fit into the 8 bytes");
    }

    @Test
    void aFileOfNoBytesMayBeWantedWithoutRanges() {
        FileVersion empty = new FileVersion(0, Instant.EPOCH, Instant.EPOCH, 1);
        assertThatCode(() -> read(want(empty))).doesNotThrowAnyException();
        assertThatCode(() -> read(want(SampleFrames.VERSION, new ByteRange(0, 4), new ByteRange(4, 12))))
                .doesNotThrowAnyException();
        assertViolation(() -> read(want(SampleFrames.VERSION)), "no ranges of");
    }

    @Test
    void unknownErrorNumbersKeepTheirKind() {
        byte[] failure = SampleFrames.bytes(new Frame.Failure(
                Frame.Scope.FILE,
                SampleFrames.REQUEST,
                SampleFrames.FILE,
                SampleFrames.EPOCH,
                Optional.empty(),
                ErrorKind.NEEDS_PERSON,
                0,
                ""));
        Frame.Failure read = (Frame.Failure) SampleFrames.read(failure);
        assertThat(read.exception().kind()).isEqualTo(ErrorKind.NEEDS_PERSON);
        byte[] entries = SampleFrames.bytes(new Frame.Entries(
                SampleFrames.REQUEST,
                List.of(new Frame.Entry(FileName.ofUtf8("x"), null, ErrorCode.SOURCE_UNREADABLE, "why")),
                true));
        int codeAt = indexOf(entries, (short) ErrorCode.SOURCE_UNREADABLE.number());
        ByteBuffer.wrap(entries).putShort(codeAt, (short) 65_000);
        Frame.Entry entry =
                ((Frame.Entries) SampleFrames.read(resealed(entries))).entries().get(0);
        assertThat(entry.error().kind()).isEqualTo(ErrorCode.SOURCE_UNREADABLE.kind());
    }

    @Test
    void textsAreCutBetweenTwoCharactersAndOnlyWhenTheyAreTooLong() {
        assertThat(text(Detail.bytes("ääää", 8))).isEqualTo("ääää");
        assertThat(text(Detail.bytes("ääää", 7))).isEqualTo("äää");
        assertThat(text(Detail.bytes("ääää", 6))).isEqualTo("äää");
        assertThat(text(Detail.bytes("aä", 2))).isEqualTo("a");
        assertThat(Detail.bytes("\u20ac", 2)).isEmpty();
    }

    @Test
    void namesOverTheirBoundAreNotWritten() {
        assertThatThrownBy(() -> SampleFrames.bytes(new Frame.Dial("s".repeat(WireLimits.SESSION_BYTES_MAX + 1), 1)))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> SampleFrames.bytes(new Frame.Renew(new byte[WireLimits.TICKET_BYTES_MAX + 1])))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void bulkPayloadsReachFromTheSmallestToTheLargest() {
        for (int length : List.of(1, WireLimits.BLOCK_BYTES_MAX)) {
            byte[] payload = new byte[length];
            Frame.Block block = SampleFrames.block(payload);
            assertThat(SampleFrames.read(SampleFrames.bulkBytes(block, payload)))
                    .isEqualTo(block);
        }
        byte[] over = new byte[WireLimits.BLOCK_BYTES_MAX + 1];
        assertThatThrownBy(() -> SampleFrames.bulkBytes(SampleFrames.block(over), over))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aBlockMayEndAtTheLastByteOfTheLargestFile() {
        byte[] payload = {1, 2, 3, 4, 5};
        int crc = RunningDigest.crc32c(ByteBuffer.wrap(payload));
        ByteRange last = new ByteRange(Long.MAX_VALUE - payload.length, payload.length);
        Frame.Block block =
                new Frame.Block(SampleFrames.REQUEST, new BlockTag(SampleFrames.FILE, SampleFrames.EPOCH, last, crc));
        assertThat(SampleFrames.read(SampleFrames.bulkBytes(block, payload))).isEqualTo(block);
        Frame.Pack pack = new Frame.Pack(new RequestId(77), List.of(), 0, 0);
        byte[] index = PackIndexTest.payload(List.of(SampleFrames.piece(1, 3)));
        assertThat(((Frame.Pack) SampleFrames.read(SampleFrames.bulkBytes(pack, index))).request())
                .isEqualTo(pack.request());
    }

    @Test
    void piecesOfAPackReachTheirBounds() {
        PackPiece largest = SampleFrames.piece(1, WireLimits.PACKABLE_BYTES_MAX);
        assertThat(pieces(PackIndexTest.payload(List.of(largest)))).containsExactly(largest);
        PackPiece longDetail = SampleFrames.badPiece(2, "x".repeat(256));
        assertThat(pieces(PackIndexTest.payload(List.of(longDetail)))).containsExactly(longDetail);
        List<PackPiece> most = LongStream.rangeClosed(1, WireLimits.PACK_PIECES_MAX)
                .mapToObj(file -> SampleFrames.piece(file, 0))
                .toList();
        assertThat(pieces(PackIndexTest.payload(most))).isEqualTo(most);
        for (Instant edge : List.of(Instant.MIN, Instant.MAX)) {
            PackPiece old = new PackPiece(SampleFrames.FILE, SampleFrames.EPOCH, 16, version(edge), 0, null, "");
            assertThat(pieces(PackIndexTest.payload(List.of(old)))).containsExactly(old);
        }
    }

    @Test
    void piecesBeyondTheirBoundsAreViolations() {
        assertPieceViolation(24, Instant.MAX.getEpochSecond() + 1, "out of range");
        assertPieceViolation(24, Instant.MIN.getEpochSecond() - 1, "out of range");
        byte[] nanos = PackIndexTest.payload(List.of(SampleFrames.piece(1, 3)));
        ByteBuffer.wrap(nanos).putInt(PackIndex.FIXED_BYTES + 40, 1_000_000_000);
        assertIndexViolation(nanos, "out of range");
        byte[] count = PackIndexTest.payload(List.of(SampleFrames.piece(1, 3)));
        ByteBuffer.wrap(count).putInt(0, 18);
        assertIndexViolation(count, "18 pieces in an index of");
        ByteBuffer.wrap(count).putInt(0, 0);
        assertIndexViolation(count, "0 pieces in an index of");
        byte[] error = PackIndexTest.payload(List.of(SampleFrames.badPiece(1, "gone")));
        ByteBuffer.wrap(error).putShort(PackIndex.FIXED_BYTES + 60, (short) 65_000);
        PackIndexTest.seal(error);
        assertThat(pieces(error).get(0).error().kind()).isEqualTo(ErrorCode.SOURCE_CHANGED.kind());
        byte[] detail = PackIndexTest.payload(List.of(SampleFrames.badPiece(1, "gone")));
        ByteBuffer.wrap(detail).putShort(PackIndex.FIXED_BYTES + PackIndex.PIECE_BYTES, (short) 257);
        assertIndexViolation(detail, "a detail has 257 bytes");
    }

    private static void assertPieceViolation(int at, long value, String part) {
        byte[] payload = PackIndexTest.payload(List.of(SampleFrames.piece(1, 3)));
        ByteBuffer.wrap(payload).putLong(PackIndex.FIXED_BYTES + at, value);
        assertIndexViolation(payload, part);
    }

    private static void assertIndexViolation(byte[] payload, String part) {
        PackIndexTest.seal(payload);
        assertViolation(() -> pieces(payload), part);
    }

    private static List<PackPiece> pieces(byte[] payload) {
        Frame.Pack pack = new Frame.Pack(SampleFrames.REQUEST, List.of(), 0, 0);
        return ((Frame.Pack) SampleFrames.read(SampleFrames.bulkBytes(pack, payload))).pieces();
    }

    private static FileVersion version(Instant time) {
        return new FileVersion(16, time, time, 1);
    }

    private static Frame want(FileVersion version, ByteRange... ranges) {
        Frame.WantItem item = new Frame.WantItem(
                SampleFrames.FILE, SampleFrames.EPOCH, StorePath.ofUtf8("a"), version, List.of(ranges), false);
        return new Frame.Want(SampleFrames.REQUEST, "cmip6", List.of(item));
    }

    private static Frame read(Frame frame) {
        return SampleFrames.read(SampleFrames.bytes(frame));
    }

    /** FILE_END whose mtime is made of these bytes, with the checksums right. */
    private static void fileEnd(long second, int nano) {
        byte[] bytes = SampleFrames.bytes(new Frame.FileEnd(
                SampleFrames.REQUEST, SampleFrames.FILE, SampleFrames.EPOCH, version(Instant.EPOCH), 0644));
        ByteBuffer.wrap(bytes).putLong(WireLimits.HEADER_BYTES + 8, second).putInt(WireLimits.HEADER_BYTES + 16, nano);
        SampleFrames.read(resealed(bytes));
    }

    /** The frame with one byte more in its payload. */
    private static byte[] longer(byte[] frame) {
        byte[] longer = Arrays.copyOf(frame, frame.length + 1);
        ByteBuffer all = ByteBuffer.wrap(longer);
        all.putInt(8, all.getInt(8) + 1);
        return resealed(longer);
    }

    /** Makes both checksums of a frame right: that of the payload at 44, that of the header at 60. */
    private static byte[] resealed(byte[] frame) {
        ByteBuffer all = ByteBuffer.wrap(frame);
        ByteBuf payload =
                Unpooled.wrappedBuffer(frame, WireLimits.HEADER_BYTES, frame.length - WireLimits.HEADER_BYTES);
        all.putInt(44, RunningDigest.crc32c(payload.nioBuffer()));
        all.putInt(60, RunningDigest.crc32c(all.slice(0, 60)));
        return frame;
    }

    private static int indexOf(byte[] bytes, short value) {
        ByteBuffer all = ByteBuffer.wrap(bytes);
        for (int at = WireLimits.HEADER_BYTES; at + 1 < bytes.length; at++) {
            if (all.getShort(at) == value) return at;
        }
        throw new AssertionError("not found: " + value);
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    private static void assertViolation(ThrowingCallable call, String part) {
        assertThatThrownBy(call).isInstanceOfSatisfying(MoverException.class, e -> {
            assertThat(e.code()).isEqualTo(ErrorCode.PROTOCOL_VIOLATION);
            assertThat(e.detail()).contains(part);
        });
    }
}
