package org.bdm.core.destination.object;

import java.time.Duration;
import java.util.Locale;
import java.util.Set;
import java.util.function.Supplier;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.s3.S3Refusal;
import org.jspecify.annotations.Nullable;

/**
 * Repeats requests that change something, which a {@link org.bdm.core.s3.Bucket} sends once, and says what a refusal means for a file. Any thread
 * that may block.
 */
record StoreRequests(StoreWait waiting) {
    static final int TRIES_MAX = 8; // 47 s of pauses

    private static final Duration FIRST_PAUSE = Duration.ofMillis(500);
    private static final Duration PAUSE_MAX = Duration.ofMinutes(1);
    private static final Set<Integer> PASSING = Set.of(429, 500, 502, 503, 504);

    /** For requests whose repetition changes nothing more. */
    <T> T patiently(Supplier<T> request) {
        for (int tries = 1; ; tries++) {
            try {
                return request.get();
            } catch (S3Refusal e) {
                if (!isPassing(e) || tries == TRIES_MAX) throw error(e);
                pause(tries, e);
            } catch (MoverException e) {
                if (!isLost(e) || tries == TRIES_MAX) throw e;
                pause(tries, e);
            }
        }
    }

    /** For requests whose repetition makes one more of something: repeated only if the store said that it did not carry them out. */
    <T> T onlyIfBusy(Supplier<T> request) {
        return asked(() -> whileBusy(request));
    }

    /** As {@link #onlyIfBusy}, but throws the refusal itself, for a caller that tells refusals apart. */
    <T> T whileBusy(Supplier<T> request) {
        for (int tries = 1; ; tries++) {
            try {
                return request.get();
            } catch (S3Refusal e) {
                boolean isBusy = e.status() == 429 || e.status() == 503;
                if (!isBusy || tries == TRIES_MAX) throw e;
                pause(tries, e);
            }
        }
    }

    /** For requests that only read, which the bucket repeats itself: a refusal becomes the error of a file. */
    static <T> T asked(Supplier<T> request) {
        try {
            return request.get();
        } catch (S3Refusal e) {
            throw error(e);
        }
    }

    /** As the other one, for requests without an answer that counts. */
    void patiently(Runnable request) {
        patiently(() -> {
            request.run();
            return Boolean.TRUE;
        });
    }

    /** Waits for our own pause or the one that the store asked for, whichever is longer; at most a minute. */
    void pause(int tries, @Nullable RuntimeException failure) {
        Duration own = FIRST_PAUSE.multipliedBy(1L << Math.min(tries - 1, 5));
        Duration asked = failure instanceof S3Refusal refusal ? refusal.retryAfter() : Duration.ZERO;
        Duration longer = own.compareTo(asked) >= 0 ? own : asked;
        waiting.pause().during(longer.compareTo(PAUSE_MAX) <= 0 ? longer : PAUSE_MAX);
    }

    /** True if the store may answer otherwise soon. */
    static boolean isPassing(S3Refusal e) {
        return PASSING.contains(e.status())
                || e.code().equals("SlowDown")
                || e.code().equals("RequestTimeout");
    }

    /** True if there was no whole answer. */
    static boolean isLost(MoverException e) {
        return e.code() == ErrorCode.CONNECTION_LOST || e.code() == ErrorCode.TIMED_OUT;
    }

    /** Ceph, for ten minutes after a radosgw died in Complete: the parts are there, and must not be sent again. */
    static boolean isInProgress(S3Refusal e) {
        String message = e.getMessage();
        return message != null && message.toLowerCase(Locale.ROOT).contains("already in progress");
    }

    /** The error of a file, or of the whole place, that a refusal is. */
    static MoverException error(S3Refusal e) {
        ErrorCode code = switch (e.code()) {
            case "NoSuchBucket" -> ErrorCode.EXPORT_MISSING;
            case "QuotaExceeded" -> ErrorCode.QUOTA_EXCEEDED;
            case "InsufficientStorage", "XMinioStorageFull" -> ErrorCode.NO_SPACE;
            case "ObjectParentIsFile", "ExistingObjectIsDirectory", "XMinioParentIsObject" -> ErrorCode.PATH_BLOCKED;
            case "KeyTooLongError" -> ErrorCode.NAME_TOO_LONG;
            default -> e.isOfCredentials() ? ErrorCode.PERMISSION : ofStatus(e.status());
        };
        return new MoverException(code, String.valueOf(e.getMessage()), e);
    }

    static MoverException asMoverException(RuntimeException e) {
        if (e instanceof MoverException known) return known;
        if (e instanceof S3Refusal refusal) return error(refusal);
        return new MoverException(ErrorCode.INTERNAL, "unexpected failure: " + e, e);
    }

    private static ErrorCode ofStatus(int status) {
        return switch (status) {
            case 401, 403 -> ErrorCode.PERMISSION;
            case 412 -> ErrorCode.DESTINATION_EXISTS;
            case 501 -> ErrorCode.UNSUPPORTED;
            case 507 -> ErrorCode.NO_SPACE;
            default -> ErrorCode.WRITE_ERROR;
        };
    }
}
