package org.bdm.core.source.http.question;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.handler.codec.http.HttpRequest;
import java.net.URI;
import java.util.Optional;
import org.bdm.core.block.ByteRange;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class FieldNamesTest {
    @Test
    @Tag("D1")
    void allNamesOfFieldsAreInTheirUsualSpelling() {
        CopyQuestion question = new CopyQuestion(
                URI.create("https://node.example/a.nc"),
                false,
                Optional.of(new ByteRange(5, 10)),
                Optional.of("\"tag\""),
                false);
        HttpRequest request =
                question.request(question.location(), "bdm-test", Optional.of("secret"), Optional.of("a=b"));
        assertThat(request.headers().names())
                .containsExactlyInAnyOrder(
                        "Host",
                        "User-Agent",
                        "Accept",
                        "Accept-Encoding",
                        "Range",
                        "If-Range",
                        "Authorization",
                        "Cookie");
    }
}
