package org.bdm.core.serve;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.Epoch;
import org.bdm.core.id.FileId;
import org.bdm.core.id.RequestId;
import org.bdm.core.reader.ReadItem;
import org.bdm.core.store.FileVersion;
import org.bdm.core.store.StorePath;
import org.bdm.core.wire.Frame;
import org.bdm.core.wire.WireLimits;
import org.junit.jupiter.api.Test;

/** Errors fit a frame, name what they are about, and are cut between characters. */
class FailureFramesTest {
    private static final int CHARACTERS_MAX = WireLimits.DETAIL_BYTES_MAX / 3;
    private static final int HALF = CHARACTERS_MAX / 2 - 2;
    private static final String PAIR = "\uD83D\uDE00"; // one character of two code units

    private static MoverException reason(String detail) {
        return new MoverException(ErrorCode.SOURCE_READ_ERROR, detail);
    }

    @Test
    void detailOfTheLongestLengthIsKept() {
        String detail = "x".repeat(CHARACTERS_MAX);
        assertThat(FailureFrames.shortened(detail)).isEqualTo(detail);
        assertThat(FailureFrames.shortened(detail + "x")).isEqualTo("x".repeat(HALF) + "..." + "x".repeat(HALF));
    }

    @Test
    void detailIsNotCutInsideACharacter() {
        String begin = "b".repeat(HALF - 1) + PAIR;
        String end = PAIR + "e".repeat(HALF - 1);
        String cut = FailureFrames.shortened(begin + "m".repeat(CHARACTERS_MAX) + end);
        assertThat(cut).isEqualTo("b".repeat(HALF - 1) + "..." + "e".repeat(HALF - 1));
        assertThat(StandardCharsets.UTF_8.newEncoder().canEncode(cut)).isTrue();
    }

    @Test
    void detailOfWideCharactersFitsTheFrame() {
        String cut = FailureFrames.shortened("\uFFFD".repeat(5000));
        assertThat(cut.getBytes(StandardCharsets.UTF_8).length).isLessThanOrEqualTo(WireLimits.DETAIL_BYTES_MAX);
    }

    @Test
    void failureOfAFileNamesItsRequestFileAndEpoch() {
        ReadItem item = new ReadItem(
                new RequestId(5),
                new DeniedStore("data"),
                new FileId(6),
                new Epoch(7),
                StorePath.ofUtf8("x"),
                new FileVersion(0, Instant.EPOCH, Instant.EPOCH, 1),
                List.of(),
                false);
        Frame.Failure failure = FailureFrames.ofItem(item, reason("y".repeat(5000)));
        assertThat(failure.scope()).isEqualTo(Frame.Scope.FILE);
        assertThat(failure.request()).isEqualTo(new RequestId(5));
        assertThat(failure.file()).isEqualTo(new FileId(6));
        assertThat(failure.epoch()).isEqualTo(new Epoch(7));
        assertThat(failure.code()).contains(ErrorCode.SOURCE_READ_ERROR);
        assertThat(failure.detail()).isEqualTo(FailureFrames.shortened("y".repeat(5000)));
    }

    @Test
    void failureOfARequestNamesIt() {
        Frame.Failure failure = FailureFrames.ofRequest(new RequestId(5), reason("short"));
        assertThat(failure.scope()).isEqualTo(Frame.Scope.REQUEST);
        assertThat(failure.request()).isEqualTo(new RequestId(5));
        assertThat(failure.detail()).isEqualTo("short");
    }
}
