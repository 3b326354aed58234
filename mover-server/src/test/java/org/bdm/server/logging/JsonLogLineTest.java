package org.bdm.server.logging;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.LoggingEvent;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.TraceFlags;
import io.opentelemetry.api.trace.TraceState;
import io.opentelemetry.context.Scope;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.bdm.core.fault.MoverException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class JsonLogLineTest {
    private static String line(String message, @Nullable Throwable thrown, Object... values) {
        LoggerContext context = new LoggerContext();
        LoggingEvent event = new LoggingEvent(
                "caller", context.getLogger("org.bdm.server.job.run.RunningJob"), Level.WARN, message, thrown, values);
        event.setInstant(Instant.parse("2026-11-25T09:20:00.123Z"));
        event.setThreadName("job-thread");
        return new String(new JsonLogLine().encode(event), StandardCharsets.UTF_8);
    }

    private static JsonNode read(String line) {
        return JsonMapper.builder().build().readTree(line);
    }

    @Test
    void messageIsOneLineWithItsTimeLevelSourceAndJob() {
        assertThat(line("{} waits for job-8", null, "job-7"))
                .isEqualTo(
                        "{\"at\":\"2026-11-25T09:20:00.123Z\",\"level\":\"WARN\",\"logger\":\"RunningJob\",\"thread\":\"job-thread\","
                                + "\"job\":\"job-7\",\"message\":\"job-7 waits for job-8\"}\n");
    }

    @Test
    void messageAboutNoJobHasNone() {
        assertThat(read(line("ready; job-0 and prejob-5 are no jobs", null)).has("job"))
                .isFalse();
    }

    @Test
    void messageOfATracedRequestNamesItsTrace() {
        String trace = "0af7651916cd43dd8448eb211c80319c";
        SpanContext request =
                SpanContext.create(trace, "b7ad6b7169203331", TraceFlags.getSampled(), TraceState.getDefault());
        try (Scope unused = Span.wrap(request).makeCurrent()) {
            assertThat(read(line("in it", null)).path("trace").asString()).isEqualTo(trace);
        }
        assertThat(read(line("after it", null)).has("trace")).isFalse();
    }

    @Test
    void lineBreaksAndControlCharactersStayInsideTheirLine() {
        String line = line("a\nb\r\u001b[2J\u0000\u2028 \"c\" {}", null, "ü");
        assertThat(line.chars().filter(c -> c == '\n')).hasSize(1);
        assertThat(line.strip().chars()).noneMatch(c -> c < 0x20);
        assertThat(read(line).path("message").asString()).isEqualTo("a\nb\r\u001b[2J\u0000\u2028 \"c\" ü");
    }

    @Test
    void exceptionIsThereWithItsFirstLines() {
        String error = read(line("it failed", new IllegalStateException("because", new RuntimeException("of that"))))
                .path("error")
                .asString();
        assertThat(error).startsWith("java.lang.IllegalStateException: because");
        assertThat(error.lines().count()).isBetween(2L, 40L);
    }

    @Test
    void anotherFormatIsRefusedWithThoseThatThereAre() {
        assertThat(LogFormat.of("json")).isEqualTo(LogFormat.JSON);
        assertThatThrownBy(() -> LogFormat.of("xml"))
                .isInstanceOf(MoverException.class)
                .hasMessageContaining("--log-format xml: the formats are text and json");
    }
}
