package org.bdm.core.source.http.question;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.handler.codec.http.DefaultHttpResponse;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import java.net.URI;
import java.util.Optional;
import org.bdm.core.block.ByteRange;
import org.bdm.core.fault.ErrorCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which heads of answers fit the bytes 10 to 19 of a file of 100 bytes. */
class AnswerCheckTest {
    private static final URI LOCATION = URI.create("http://node.example/a.nc");
    private static final ByteRange ASKED = ByteRange.between(10, 20);

    private static Answer answer(int status, String... fields) {
        HttpResponse head = new DefaultHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.valueOf(status));
        for (int i = 0; i < fields.length; i += 2) head.headers().set(fields[i], fields[i + 1]);
        return Answer.of(head);
    }

    private static Optional<ErrorCode> refusal(Answer answer, Optional<ByteRange> asked) {
        return AnswerCheck.judge(answer, LOCATION, asked, Trust.none(100))
                .map(trouble -> trouble.reason().code());
    }

    private static Optional<ErrorCode> refusalOfPart(String contentRange) {
        return refusal(answer(206, "Content-Range", contentRange), Optional.of(ASKED));
    }

    @ParameterizedTest
    @CsvSource({"bytes 10-19/100", "bytes 10-15/100", "bytes 10-10/100", "bytes 10-19/*"})
    void rangeThatBeginsWhereItWasAskedAndGoesNoFurtherIsTaken(String contentRange) {
        assertThat(refusalOfPart(contentRange)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "bytes 11-19/100", // bytes would be put one too early
        "bytes 19-19/100",
        "bytes 9-19/100",
        "bytes 0-99/100",
        "bytes 10-20/100",
        "bytes 20-29/100",
        "bytes */100",
        "none"
    })
    void rangeThatWasNotAskedForIsNoData(String contentRange) {
        assertThat(refusalOfPart(contentRange)).contains(ErrorCode.NOT_DATA);
    }

    @ParameterizedTest
    @CsvSource({"bytes 10-19/101", "bytes 10-19/99", "bytes 10-19/20"})
    void partOfAFileOfAnotherSizeIsOfAnotherFile(String contentRange) {
        assertThat(refusalOfPart(contentRange)).contains(ErrorCode.SOURCE_CHANGED);
    }

    @Test
    void wholeFileIsTakenForTheWholeAndForAPart() {
        Answer whole = answer(200, "Content-Length", "100");
        assertThat(refusal(whole, Optional.of(ByteRange.between(0, 100)))).isEmpty();
        assertThat(refusal(whole, Optional.empty())).isEmpty();
        assertThat(refusal(whole, Optional.of(ASKED)))
                .as("a part is taken from it")
                .isEmpty();
        assertThat(refusal(answer(200, "Content-Length", "99"), Optional.empty()))
                .contains(ErrorCode.SOURCE_CHANGED);
    }

    @Test
    void emptyAnswerWhereBytesAreExpectedMayPass() {
        assertThat(refusal(answer(200, "Content-Length", "0"), Optional.of(ByteRange.between(0, 100))))
                .contains(ErrorCode.CONNECTION_LOST);
    }

    @Test
    void rangeThatTheNodeRefusesOfAFileOfTheSameSizeCannotBeHadInParts() {
        assertThat(refusal(answer(416, "Content-Range", "bytes */100"), Optional.of(ASKED)))
                .contains(ErrorCode.NOT_DATA);
        assertThat(refusal(answer(416, "Content-Range", "bytes */99"), Optional.of(ASKED)))
                .contains(ErrorCode.SOURCE_CHANGED);
    }

    @Test
    void encodedBytesAndPagesAreNoData() {
        assertThat(refusal(answer(200, "Content-Encoding", "gzip"), Optional.empty()))
                .contains(ErrorCode.NOT_DATA);
        assertThat(refusal(answer(200, "Content-Type", "text/html", "Content-Length", "99"), Optional.empty()))
                .contains(ErrorCode.NOT_DATA);
        assertThat(AnswerCheck.judge(
                        answer(200, "Content-Type", "text/html"),
                        URI.create("http://node.example/a.HTML"),
                        Optional.empty(),
                        Trust.none(100)))
                .isEmpty();
    }
}
