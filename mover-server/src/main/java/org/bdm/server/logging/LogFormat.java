package org.bdm.server.logging;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.Appender;
import ch.qos.logback.core.OutputStreamAppender;
import java.util.Iterator;
import java.util.Locale;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.slf4j.LoggerFactory;

/** The form of the log on standard error. */
public enum LogFormat {
    /** One line for people, as {@code logback.xml} says. */
    TEXT,
    /** One object of JSON a line, as {@link JsonLogLine} says. */
    JSON;

    /** Returns the form of this name, in lower case; INVALID_REQUEST for another name. */
    public static LogFormat of(String name) {
        for (LogFormat format : values())
            if (format.name().toLowerCase(Locale.ROOT).equals(name)) return format;
        throw new MoverException(ErrorCode.INVALID_REQUEST, "--log-format " + name + ": the formats are text and json");
    }

    /** Writes the log of this process in this form from now on; once, before anything is logged. */
    public void use() {
        if (this == TEXT) return;
        LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
        Iterator<Appender<ILoggingEvent>> appenders =
                context.getLogger(Logger.ROOT_LOGGER_NAME).iteratorForAppenders();
        while (appenders.hasNext()) {
            if (!(appenders.next() instanceof OutputStreamAppender<ILoggingEvent> stream)) continue;
            JsonLogLine line = new JsonLogLine();
            line.setContext(context);
            line.start();
            stream.stop();
            stream.setEncoder(line);
            stream.start();
        }
    }
}
