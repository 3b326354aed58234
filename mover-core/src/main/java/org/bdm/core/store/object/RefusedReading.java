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
        int status = refusal.status();
        boolean isPassing = status >= 500 || status == 429 || status == 408;
        if (isPassing) return new MoverException(ErrorCode.SOURCE_READ_ERROR, detail, refusal);
        return new MoverException(
                status == 404 ? ErrorCode.SOURCE_NOT_FOUND : ErrorCode.SOURCE_UNREADABLE, detail, refusal);
    }
}
