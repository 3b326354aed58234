package org.bdm.server.logging;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import org.slf4j.LoggerFactory;

/** The amount that this program writes to its log. The libraries that it uses keep their own levels. */
public enum LogLevel {
    /** Errors alone. */
    ERROR(Level.ERROR),
    /** And what may need somebody. */
    WARN(Level.WARN),
    /** And what an administrator wants to know afterwards; the usual one. */
    INFO(Level.INFO),
    /** And what helps to find a fault. */
    DEBUG(Level.DEBUG);

    private static final String PROGRAM = "org.bdm";

    private final Level level;

    LogLevel(Level level) {
        this.level = level;
    }

    /** Writes this much from now on, until this process ends. */
    public void use() {
        program().setLevel(level);
    }

    /** Returns the amount that is written now. */
    public static LogLevel now() {
        for (LogLevel one : values()) if (one.level == program().getEffectiveLevel()) return one;
        return DEBUG; // TRACE, which only a file of the administrator can set
    }

    private static Logger program() {
        return (Logger) LoggerFactory.getLogger(PROGRAM);
    }
}
