package org.bdm.server.job.submit;

import org.bdm.core.control.job.PatchJob;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.ByteRate;
import org.jspecify.annotations.Nullable;

/**
 * Changes of priority and rate of a job that has not ended; null leaves one as it is.
 *
 * @param priority as the catalog keeps it
 * @param bytesPerSecondMax 0 for no limit
 */
public record PriorityAndRate(
        @Nullable Integer priority, @Nullable Long bytesPerSecondMax) {
    /** Checks the message; INVALID_REQUEST. */
    public static PriorityAndRate of(PatchJob changes) {
        Integer priority = changes.priority() == null ? null : Priority.stored(changes.priority());
        Long rate = changes.maxRateBytesPerSecond();
        if (rate != null && rate < 0) {
            throw new MoverException(
                    ErrorCode.INVALID_REQUEST, "maxRateBytesPerSecond is " + rate + ", but is at least 0");
        }
        if (priority == null && rate == null) throw new MoverException(ErrorCode.INVALID_REQUEST, "nothing is changed");
        return new PriorityAndRate(priority, rate);
    }

    /** Returns what is changed, for the audit log. */
    public static String shown(PatchJob changes) {
        String priority = changes.priority() == null ? "" : "priority=" + changes.priority() + " ";
        Long rate = changes.maxRateBytesPerSecond();
        return (priority + (rate == null ? "" : rate == 0 ? "any rate" : "at most " + ByteRate.limit(rate))).strip();
    }
}
