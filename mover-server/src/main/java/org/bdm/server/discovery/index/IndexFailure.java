package org.bdm.server.discovery.index;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** An index did not answer a question, or not with an answer. Becomes an {@link IndexWarning}. */
public final class IndexFailure extends Exception {
    private static final long serialVersionUID = 1L;

    private final String code;
    private final boolean isWorthRepeating;
    private final Duration pause;

    /** A failure that the next attempt cannot mend. */
    public IndexFailure(String code, String text) {
        this(code, text, false, Duration.ZERO, null);
    }

    public IndexFailure(String code, String text, boolean isWorthRepeating, Duration pause, @Nullable Throwable cause) {
        super(text, cause);
        this.code = code;
        this.isWorthRepeating = isWorthRepeating;
        this.pause = pause;
    }

    /** As in {@link IndexWarning#code()}. */
    public String code() {
        return code;
    }

    public boolean isWorthRepeating() {
        return isWorthRepeating;
    }

    /** Returns the wait that the index asked for; zero if none. */
    public Duration pause() {
        return pause;
    }

    /** Returns what failed and where, without advice. */
    public String text() {
        return String.valueOf(getMessage());
    }
}
