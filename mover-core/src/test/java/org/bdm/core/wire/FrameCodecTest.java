package org.bdm.core.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.UnpooledByteBufAllocator;
import java.nio.ByteBuffer;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.bdm.core.block.ByteRange;
import org.bdm.core.checksum.RunningDigest;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.ErrorKind;
import org.bdm.core.fault.MoverException;
import org.bdm.core.store.StorePath;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class FrameCodecTest {
    static Stream<Frame> control() {
        return SampleFrames.control().stream();
    }

    @ParameterizedTest
    @MethodSource("control")
    void everyFrameIsReadAsItWasWritten(Frame frame) {
        byte[] bytes = SampleFrames.bytes(frame);
        assertThat(SampleFrames.read(bytes)).usingRecursiveComparison().isEqualTo(frame);
        assertThat(SampleFrames.bytes(SampleFrames.read(bytes))).isEqualTo(bytes);
    }

    @Test
    void aBlockIsReadAsItWasWritten() {
        byte[] payload = {1, 2, 3};
        Frame.Block block = SampleFrames.block(payload);
        assertThat(SampleFrames.read(SampleFrames.bulkBytes(block, payload))).isEqualTo(block);
    }

    @ParameterizedTest
    @MethodSource("control")
    void everyFlippedBitIsNoticed(Frame frame) {
        byte[] bytes = SampleFrames.bytes(frame);
        for (int bit = 0; bit < bytes.length * 8; bit++) {
            byte[] flipped = bytes.clone();
            flipped[bit / 8] ^= (byte) (1 << bit % 8);
            assertThatThrownBy(() -> SampleFrames.read(flipped))
                    .isInstanceOfSatisfying(
                            MoverException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CONNECTION_LOST));
        }
    }

    @Test
    void anUnknownFrameIsAViolationUnlessItIsOptional() {
        assertThat(FrameHeader.read(header(200, FrameHeader.FLAG_OPTIONAL, 1000))
                        .isSkipped())
                .isTrue();
        assertViolation(() -> FrameHeader.read(header(200, 0, 1000)), "unknown type 200");
        assertViolation(
                () -> FrameHeader.read(header(200, FrameHeader.FLAG_OPTIONAL, WireLimits.SKIPPED_BYTES_MAX + 1)),
                "unknown frame of type 200");
    }

    @Test
    void aPayloadLengthOverTheBoundOfTheFrameIsAViolation() {
        assertViolation(() -> FrameHeader.read(header(FrameType.PING.number(), 0, 0xffffffff)), "4294967295");
        assertViolation(
                () -> FrameHeader.read(header(FrameType.HELLO.number(), 0, WireLimits.HELLO_BYTES_MAX + 1)), "HELLO");
        assertViolation(() -> FrameHeader.read(header(FrameType.BLOCK.number(), 0, 100)), "BLOCK");
    }

    @Test
    void aBlockThatEndsBeyondTheLargestFileIsAViolation() {
        ByteBuffer header = ByteBuffer.allocate(WireLimits.HEADER_BYTES);
        new FrameHeader(FrameType.BLOCK.number(), 0, 10, 1, 1, 1, Long.MAX_VALUE - 5, 10, 0).write(header);
        assertViolation(() -> FrameHeader.read(header.flip()), "beyond the end of any file");
    }

    @Test
    void anUnknownErrorCodeIsJudgedByItsKind() {
        Frame.Failure unknown = SampleFrames.failure(Optional.empty(), ErrorKind.EXHAUSTED);
        Frame.Failure read = (Frame.Failure) SampleFrames.read(SampleFrames.bytes(unknown));
        assertThat(read.exception().kind()).isEqualTo(ErrorKind.EXHAUSTED);
    }

    @Test
    void aDetailIsEscapedAndCut() {
        String text = "\u001b[31m" + "ä".repeat(2000);
        Frame.Goodbye read = (Frame.Goodbye) SampleFrames.read(SampleFrames.bytes(new Frame.Goodbye(false, text)));
        assertThat(read.reason()).startsWith("\\u001b[31mä").doesNotContain("\u001b");
        assertThat(read.reason().length()).isBetween(1000, 1100);
    }

    @Test
    void rangesThatOverlapOrLeaveTheFileAreViolations() {
        assertViolation(() -> readWant(new ByteRange(4, 4), new ByteRange(7, 2)), "overlap");
        assertViolation(() -> readWant(new ByteRange(10, 7)), "file of 16 bytes");
    }

    private static Frame readWant(ByteRange... ranges) {
        Frame.WantItem item = new Frame.WantItem(
                SampleFrames.FILE,
                SampleFrames.EPOCH,
                StorePath.ofUtf8("a"),
                SampleFrames.VERSION,
                List.of(ranges),
                false);
        return SampleFrames.read(SampleFrames.bytes(new Frame.Want(SampleFrames.REQUEST, "cmip6", List.of(item))));
    }

    @Test
    void whatIsOverABoundIsNotWritten() {
        Frame.Cancel cancel = new Frame.Cancel(Collections.nCopies(4097, SampleFrames.REQUEST));
        assertThatThrownBy(() -> FrameWriter.encode(cancel, UnpooledByteBufAllocator.DEFAULT))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("CANCEL");
    }

    @Test
    void theSizesOfItemsAndEntriesAreKnownBeforehand() {
        Frame.Want want = SampleFrames.want();
        int items = want.items().stream().mapToInt(FrameWriter::bytesOf).sum();
        assertThat(SampleFrames.bytes(want)).hasSize(WireLimits.HEADER_BYTES + 1 + "cmip6".length() + 4 + items);
        Frame.Entries entries = SampleFrames.entries();
        int sum = entries.entries().stream().mapToInt(FrameWriter::bytesOf).sum();
        assertThat(SampleFrames.bytes(entries)).hasSize(WireLimits.HEADER_BYTES + 5 + sum);
    }

    private static ByteBuffer header(int type, int flags, int payloadLength) {
        ByteBuffer header = ByteBuffer.allocate(WireLimits.HEADER_BYTES);
        new FrameHeader(type, flags, payloadLength, 0, 0, 0, 0, 0, 0).write(header);
        assertThat(RunningDigest.crc32c(header.slice(0, 60))).isEqualTo(header.getInt(60));
        return header.flip();
    }

    private static void assertViolation(ThrowingCallable call, String part) {
        assertThatThrownBy(call).isInstanceOfSatisfying(MoverException.class, e -> {
            assertThat(e.code()).isEqualTo(ErrorCode.PROTOCOL_VIOLATION);
            assertThat(e.detail()).contains(part);
        });
    }
}
