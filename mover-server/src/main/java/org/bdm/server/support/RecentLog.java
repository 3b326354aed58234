package org.bdm.server.support;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.UnsynchronizedAppenderBase;
import ch.qos.logback.core.encoder.Encoder;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the last lines of the log in memory, for support bundles: the log itself goes to standard error, and where that ends only its reader
 * knows. Any thread; logback makes it.
 */
public final class RecentLog extends UnsynchronizedAppenderBase<ILoggingEvent> {
    /** Bytes that are kept at most. */
    static final long BYTES_MAX = 5L << 20;

    private static final String NAME = "recent";

    private final Object lock = new Object();
    private final Deque<byte[]> lines = new ArrayDeque<>(); // guarded by lock
    private long bytes; // guarded by lock
    private @Nullable Encoder<ILoggingEvent> encoder;

    /** Set by logback before it starts. */
    public void setEncoder(Encoder<ILoggingEvent> encoder) {
        this.encoder = encoder;
    }

    @Override
    public void start() {
        if (encoder == null) {
            addError("no encoder for the appender " + name);
            return;
        }
        super.start();
    }

    @Override
    protected void append(ILoggingEvent event) {
        Encoder<ILoggingEvent> known = encoder;
        if (known == null) return;
        keep(known.encode(event));
    }

    /** Keeps a line, and forgets the oldest ones that do not fit any more. */
    void keep(byte[] line) {
        synchronized (lock) {
            lines.addLast(line);
            bytes += line.length;
            while (bytes > BYTES_MAX) bytes -= lines.removeFirst().length;
        }
    }

    /** Writes what is kept, the oldest line first. */
    void writeTo(Writer out) throws IOException {
        List<byte[]> kept;
        synchronized (lock) {
            kept = List.copyOf(lines);
        }
        for (byte[] line : kept) out.write(new String(line, StandardCharsets.UTF_8));
    }

    /** The part of a bundle that has the log of this process. */
    public static BundlePart part() {
        return BundlePart.ofProcess("log.txt", out -> {
            if (LoggerFactory.getILoggerFactory() instanceof LoggerContext context
                    && context.getLogger(Logger.ROOT_LOGGER_NAME).getAppender(NAME) instanceof RecentLog recent) {
                recent.writeTo(out);
            } else {
                out.write("This process keeps no log in memory; look at its standard error.\n");
            }
        });
    }
}
