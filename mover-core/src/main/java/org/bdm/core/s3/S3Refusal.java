package org.bdm.core.s3;

import java.io.Serial;
import java.time.Duration;
import java.util.Set;

/** A store answered, and refused. Safe on any thread. */
public final class S3Refusal extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1L;

    private static final Set<String> OF_CREDENTIALS = Set.of(
            "ExpiredToken",
            "TokenRefreshRequired",
            "InvalidToken",
            "RequestExpired",
            "RequestTimeTooSkewed",
            "InvalidAccessKeyId",
            "SignatureDoesNotMatch");

    private final int status;
    private final String code;
    private final Duration retryAfter;

    /**
     * An answer.
     *
     * @param status of HTTP; 200 where the error stood in the body of a success
     * @param code of the store, such as {@code NoSuchUpload}; empty if it gave none
     * @param sentence what was asked, of what, and what the store said, for a person
     */
    public S3Refusal(int status, String code, String sentence) {
        this(status, code, sentence, Duration.ZERO);
    }

    /**
     * An answer that may name a pause.
     *
     * @param retryAfter pause before the next try that the store asks for; zero if it names none
     */
    public S3Refusal(int status, String code, String sentence, Duration retryAfter) {
        super(sentence);
        this.status = status;
        this.code = code;
        this.retryAfter = retryAfter;
    }

    /** Returns the status of HTTP. */
    public int status() {
        return status;
    }

    /** Returns the code of the store; empty if it gave none. */
    public String code() {
        return code;
    }

    /** Returns the pause before the next try that the store asks for; zero if it names none. */
    public Duration retryAfter() {
        return retryAfter;
    }

    /** True if the store refused the credentials or the time of the signature: it refuses all other requests too, until they are renewed. */
    public boolean isOfCredentials() {
        return OF_CREDENTIALS.contains(code);
    }
}
