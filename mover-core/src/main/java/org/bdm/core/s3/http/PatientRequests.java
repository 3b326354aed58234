package org.bdm.core.s3.http;

import java.time.Duration;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Repeats requests that only read, where a store is busy, after the pause that it names, and where an answer was lost. A request that changes
 * something is sent once: its caller repeats it, because what must hold before the change has to be looked at anew. Any thread that may block.
 */
final class PatientRequests {
    private static final Logger LOG = LoggerFactory.getLogger(PatientRequests.class);
    private static final int STATUS_OK = 200;
    private static final int STATUS_TOO_MANY = 429;
    private static final int ERROR_BYTES_MAX = 1 << 20;
    private static final Duration PAUSE_MAX = Duration.ofSeconds(10);

    private final S3Service service;
    private final String bucket;

    PatientRequests(S3Service service, String bucket) {
        this.service = service;
        this.bucket = bucket;
    }

    /** An answer, of whatever status is not to be asked again; the caller closes. */
    S3Answer ask(S3Request request) {
        return ask(request, service.timing().usual());
    }

    /** The same, with other limits. */
    S3Answer ask(S3Request request, S3Timing.Limits limits) {
        if (!request.onlyReads()) return service.ask(bucket, request, limits);
        Duration patience = service.timing().patience();
        Duration pause = service.timing().pause();
        while (true) {
            RuntimeException reason;
            Duration next = service.scattered(pause);
            try {
                S3Answer answer = service.ask(bucket, request, limits);
                if (!isPassing(answer.status())) return answer;
                next = longer(next, answer.retryAfter());
                reason = refusal(request, answer);
            } catch (MoverException e) {
                boolean isLost = e.code() == ErrorCode.CONNECTION_LOST || e.code() == ErrorCode.TIMED_OUT;
                if (!isLost) throw e;
                if (e.code() == ErrorCode.TIMED_OUT) patience = patience.minus(limits.silence());
                reason = e;
            }
            patience = patience.minus(next);
            if (patience.isNegative()) throw reason;
            LOG.debug("{}; asked again in {} ms", reason.getMessage(), next.toMillis());
            service.pause(next);
            pause = pause.multipliedBy(2).compareTo(PAUSE_MAX) < 0 ? pause.multipliedBy(2) : PAUSE_MAX;
        }
    }

    /** The body of a 200; a refusal of all else. */
    byte[] body(S3Request request, int bytesMax) {
        try (S3Answer answer = ask(request)) {
            byte[] body = answer.body(bytesMax);
            if (answer.status() == STATUS_OK) return body;
            throw service.refused(bucket, request, answer, AnswerXml.error(body));
        }
    }

    private static boolean isPassing(int status) {
        return status == STATUS_TOO_MANY || (status >= 500 && status != 501); // not implemented is no passing trouble
    }

    private static Duration longer(Duration one, Duration other) {
        return one.compareTo(other) >= 0 ? one : other;
    }

    private RuntimeException refusal(S3Request request, S3Answer answer) {
        try (answer) {
            return service.refused(bucket, request, answer, AnswerXml.error(answer.body(ERROR_BYTES_MAX)));
        }
    }
}
