package org.bdm.core.store.object;

import java.util.function.Supplier;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.s3.S3Refusal;

/** Turns refusals of a store into errors of reading files. */
final class RefusedReading {
    private RefusedReading() {}

    /** Asks, and turns a refusal into an error with a code. */
    static <T> T told(Supplier<T> question) {
        try {
            return question.get();
        } catch (S3Refusal refusal) {
            throw error(refusal);
        }
    }

    static MoverException error(S3Refusal refusal) {
        String detail = String.valueOf(refusal.getMessage());
        if (refusal.code().equals("NoSuchBucket")) return new MoverException(ErrorCode.EXPORT_MISSING, detail, refusal);
        if (refusal.isOfCredentials()) return new MoverException(ErrorCode.PERMISSION, detail, refusal);
        int status = refusal.status();
        if (refusal.code().equals("NoSuchKey")) return new MoverException(ErrorCode.SOURCE_NOT_FOUND, detail, refusal);
        // A 404 without NoSuchKey comes from a proxy or of something else than the object.
        boolean isPassing = status >= 500 || status == 429 || status == 408 || status == 404;
        return new MoverException(
                isPassing ? ErrorCode.SOURCE_READ_ERROR : ErrorCode.SOURCE_UNREADABLE, detail, refusal);
    }
}
