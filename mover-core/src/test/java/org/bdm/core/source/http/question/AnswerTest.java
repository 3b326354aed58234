package org.bdm.core.source.http.question;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.handler.codec.http.DefaultHttpHeaders;
import io.netty.handler.codec.http.DefaultHttpResponse;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.bdm.core.block.ByteRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AnswerTest {
    private static final Instant NOW = Instant.parse("2026-11-20T10:00:00Z");

    private static Answer answer(int status, String... fields) {
        HttpResponse head = new DefaultHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.valueOf(status));
        for (int i = 0; i < fields.length; i += 2) head.headers().set(fields[i], fields[i + 1]);
        return Answer.of(head);
    }

    @Test
    void aPartSaysWhatItBringsAndHowLongTheWholeFileIs() {
        Answer part = answer(206, "Content-Range", "bytes 10-19/100", "Content-Length", "10");
        assertThat(part.range()).isEqualTo(ByteRange.between(10, 20));
        assertThat(part.sizeBytes()).isEqualTo(100);
    }

    @Test
    void aPartMayBeOneByteAndTheFirst() {
        assertThat(answer(206, "Content-Range", "bytes 0-0/1").range()).isEqualTo(ByteRange.between(0, 1));
        assertThat(answer(206, "Content-Range", "bytes 5-5/6").range()).isEqualTo(ByteRange.between(5, 6));
    }

    @Test
    void aFileWithoutBytesHasASize() {
        Answer empty = answer(200, "Content-Length", "0");
        assertThat(empty.sizeBytes()).isZero();
        assertThat(empty.validators(77).sizeBytes()).isZero();
    }

    @Test
    void numbersMayHave18Digits() {
        assertThat(answer(200, "Content-Length", "9".repeat(18)).sizeBytes()).isEqualTo(999_999_999_999_999_999L);
        assertThat(answer(200, "Content-Length", "9".repeat(19)).sizeBytes()).isEqualTo(-1);
    }

    @Test
    void anEntityTagMayHave512Characters() {
        String longest = "\"" + "x".repeat(510) + "\"";
        assertThat(answer(200, "ETag", longest).entityTag()).contains(longest);
        assertThat(answer(200, "ETag", "\"x" + longest.substring(1)).entityTag())
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "bytes 19-10/100",
                "bytes */100",
                "bytes 1-/100",
                "lines 1-2/3",
                "bytes 1-2",
                "",
                "bytes 99999999999999999999-2/3"
            })
    void aRangeThatMakesNoSenseIsNoRange(String said) {
        assertThat(answer(206, "Content-Range", said).range()).isNull();
    }

    @Test
    void aSizeThatIsNotToldIsTakenFromElsewhere() {
        assertThat(answer(206, "Content-Range", "bytes 0-9/*").sizeBytes()).isEqualTo(-1);
        assertThat(answer(206, "Content-Range", "bytes 0-9/*").validators(77).sizeBytes())
                .isEqualTo(77);
        assertThat(answer(200, "Content-Length", "12").validators(77).sizeBytes())
                .isEqualTo(12);
        assertThat(answer(200, "Content-Length", "twelve").sizeBytes()).isEqualTo(-1);
    }

    @Test
    void onlyAStrongEntityTagTellsFilesApart() {
        assertThat(answer(200, "ETag", "\"a\"").entityTag()).contains("\"a\"");
        assertThat(answer(200, "ETag", "W/\"a\"").entityTag()).isEmpty();
        assertThat(answer(200, "ETag", "\"" + "x".repeat(600) + "\"").entityTag())
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "text/html,true",
        "TEXT/HTML; charset=utf-8,true",
        "application/xhtml+xml,true",
        "application/netcdf,false"
    })
    void aWebPageIsKnownByItsType(String type, boolean isPage) {
        assertThat(answer(200, "Content-Type", type).isWebPage()).isEqualTo(isPage);
    }

    @Test
    void anEncodingIsNamedUnlessItIsNone() {
        assertThat(answer(200, "Content-Encoding", "gzip").contentEncoding()).contains("gzip");
        assertThat(answer(200, "Content-Encoding", "identity").contentEncoding())
                .isEmpty();
    }

    private static Optional<Duration> retryAfter(String said) {
        HttpHeaders fields = new DefaultHttpHeaders();
        fields.set("Retry-After", said);
        return Answer.retryAfter(fields, NOW);
    }

    @Test
    void aPauseIsToldInSecondsOrAsADate() {
        assertThat(retryAfter("0")).contains(Duration.ZERO);
        assertThat(retryAfter("120")).contains(Duration.ofSeconds(120));
        assertThat(retryAfter("Fri, 20 Nov 2026 10:01:30 GMT")).contains(Duration.ofSeconds(90));
        assertThat(retryAfter("Fri, 20 Nov 2026 09:00:00 GMT")).isEmpty();
        assertThat(retryAfter("soon")).isEmpty();
        assertThat(retryAfter("-5")).isEmpty();
        assertThat(Answer.retryAfter(new DefaultHttpHeaders(), NOW)).isEmpty();
    }
}
