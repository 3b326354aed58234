package org.bdm.extension.oidc;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.bdm.server.site.oidc.LoginEnd;
import org.bdm.server.site.oidc.LoginRefused;
import org.jspecify.annotations.Nullable;

/**
 * An answer of the issuer that is kept for an hour, and a failure for 10 seconds. Safe on any thread; one asks, the others wait.
 *
 * @param <T> what was answered
 */
final class KeptAnswer<T> {
    static final Duration KEPT = Duration.ofHours(1);
    static final Duration PAUSE = Duration.ofSeconds(10);

    private final Question<T> question;
    private final InstantSource clock;
    private @Nullable T answer; // all guarded by this
    private @Nullable LoginRefused failure;
    private Instant askedAt = Instant.MIN;

    KeptAnswer(Question<T> question, InstantSource clock) {
        this.question = question;
        this.clock = clock;
    }

    interface Question<T> {
        T ask() throws LoginRefused;
    }

    /** The kept answer, or a new one. */
    synchronized T get() throws LoginRefused {
        T kept = answer;
        return kept != null && isWithin(KEPT) ? kept : asked();
    }

    /** A new answer, unless the last is younger than 10 seconds. */
    synchronized T renewed() throws LoginRefused {
        T kept = answer;
        return kept != null && isWithin(PAUSE) ? kept : asked();
    }

    private T asked() throws LoginRefused {
        LoginRefused before = failure;
        if (before != null && isWithin(PAUSE)) throw new LoginRefused(before.end(), before.detail(), before);
        try {
            T asked = question.ask();
            answer = asked;
            failure = null;
            return asked;
        } catch (LoginRefused e) {
            answer = null;
            failure = e.end() == LoginEnd.BUSY ? null : e;
            throw e;
        } finally {
            askedAt = clock.instant();
        }
    }

    /** A clock that was set back makes it old. */
    private boolean isWithin(Duration time) {
        Instant now = clock.instant();
        return !askedAt.isAfter(now) && askedAt.isAfter(now.minus(time));
    }
}
