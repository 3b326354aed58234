package org.bdm.server.job.submit;

import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.jspecify.annotations.Nullable;

/** The priority of a job: users say 1 for first and 5 for last, the catalog keeps 5 for first. */
public final class Priority {
    private static final int BY_DEFAULT = 3;

    private Priority() {}

    /** Returns the number that the catalog keeps; 3 by default. */
    public static int stored(@Nullable Integer shown) {
        int priority = shown == null ? BY_DEFAULT : shown;
        if (priority < 1 || priority > 5) {
            throw new MoverException(
                    ErrorCode.INVALID_REQUEST, "priority is " + priority + ", but is 1 (first) to 5 (last)");
        }
        return 6 - priority;
    }

    public static int ofStored(int stored) {
        return 6 - stored;
    }
}
