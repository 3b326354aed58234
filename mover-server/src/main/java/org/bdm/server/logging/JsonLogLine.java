package org.bdm.server.logging;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.encoder.EncoderBase;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import java.io.ByteArrayOutputStream;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/**
 * Writes each message of the log as one line of JSON, as UTF-8:
 *
 * <pre>{@code
 * {"at":"2026-11-25T09:20:00.123Z","level":"WARN","logger":"RunningJob","thread":"job-3","job":"job-7","message":".."}
 * }</pre>
 *
 * {@code job} is the first job that the message names, and absent if it names none. {@code trace} is the trace of the request that it is
 * logged in, if that is traced. {@code error} is there if an exception was logged:
 * its first lines.
 */
final class JsonLogLine extends EncoderBase<ILoggingEvent> {
    private static final Pattern JOB = Pattern.compile("\\bjob-[1-9][0-9]{0,18}\\b");
    private static final int ERROR_LINES_MAX = 40;
    private static final byte[] NOTHING = {};

    private final JsonFactory json = new JsonFactory();

    @Override
    public byte[] headerBytes() {
        return NOTHING;
    }

    @Override
    public byte[] encode(ILoggingEvent event) {
        ByteArrayOutputStream line = new ByteArrayOutputStream(256);
        try (JsonGenerator out = json.createGenerator(ObjectWriteContext.empty(), line)) {
            String message = event.getFormattedMessage();
            out.writeStartObject();
            out.writeStringProperty("at", event.getInstant().toString());
            out.writeStringProperty("level", event.getLevel().toString());
            out.writeStringProperty("logger", shortName(event.getLoggerName()));
            out.writeStringProperty("thread", event.getThreadName());
            Matcher job = JOB.matcher(message);
            if (job.find()) out.writeStringProperty("job", job.group());
            SpanContext span = Span.current().getSpanContext();
            if (span.isValid()) out.writeStringProperty("trace", span.getTraceId());
            out.writeStringProperty("message", message);
            IThrowableProxy thrown = event.getThrowableProxy();
            if (thrown != null) out.writeStringProperty("error", firstLines(ThrowableProxyUtil.asString(thrown)));
            out.writeEndObject();
        }
        line.write('\n');
        return line.toByteArray();
    }

    @Override
    public byte[] footerBytes() {
        return NOTHING;
    }

    private static String shortName(String logger) {
        return logger.substring(logger.lastIndexOf('.') + 1);
    }

    private static String firstLines(String trace) {
        return String.join("\n", trace.lines().limit(ERROR_LINES_MAX).toList());
    }
}
