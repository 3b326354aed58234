package org.bdm.core.source.http.question;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.handler.codec.http.HttpRequest;
import java.net.URI;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.bdm.core.block.ByteRange;
import org.junit.jupiter.api.Test;

/** Requests as they go out. */
class CopyQuestionTest {
    private static final String AGENT = "bdm/1 (mailto:a@b.org)";

    private static CopyQuestion question(Optional<ByteRange> range, boolean isHead) {
        return new CopyQuestion(URI.create("https://a.org/f.nc"), isHead, range, Optional.of("\"tag\""), false);
    }

    private static Map<String, String> fields(HttpRequest request) {
        Map<String, String> fields = new TreeMap<>();
        request.headers().forEach(field -> fields.put(field.getKey().toLowerCase(Locale.ROOT), field.getValue()));
        return fields;
    }

    @Test
    void requestForARangeNamesItAndTheContentItIsOf() {
        HttpRequest request = question(Optional.of(new ByteRange(5, 10)), false)
                .request(URI.create("https://A.org/d%20e/f.nc?x=%2F"), AGENT, Optional.of("secret"), Optional.empty());
        assertThat(request.method().name()).isEqualTo("GET");
        assertThat(request.uri()).isEqualTo("/d%20e/f.nc?x=%2F");
        assertThat(fields(request))
                .containsOnly(
                        Map.entry("host", "a.org"),
                        Map.entry("user-agent", AGENT),
                        Map.entry("accept", "*/*"),
                        Map.entry("accept-encoding", "identity"),
                        Map.entry("range", "bytes=5-14"),
                        Map.entry("if-range", "\"tag\""),
                        Map.entry("authorization", "Bearer secret"));
    }

    @Test
    void requestForAllHasNoConditionAndAnUnusualPortIsNamed() {
        HttpRequest request = question(Optional.empty(), true)
                .request(URI.create("https://a.org:8443"), AGENT, Optional.empty(), Optional.empty());
        assertThat(request.method().name()).isEqualTo("HEAD");
        assertThat(request.uri()).isEqualTo("/");
        assertThat(fields(request))
                .containsEntry("host", "a.org:8443")
                .doesNotContainKeys("range", "if-range", "authorization");
    }
}
