package org.bdm.server.message;

import java.util.OptionalLong;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.FileId;
import org.bdm.core.id.JobId;
import org.bdm.server.catalog.db.RowPage;
import org.bdm.server.catalog.job.FileNumber;
import org.jspecify.annotations.Nullable;

/** The numbers in addresses: {@code job-7}, {@code file-12}, limits. */
public final class Numbers {
    private static final int DIGITS_MAX = 18;
    private static final int LIMIT_BY_DEFAULT = 100;

    private Numbers() {}

    /** {@code job-7}, or {@code 7}; UNKNOWN_JOB for anything else. */
    public static JobId job(String text) {
        OptionalLong number = after("job-", text);
        if (number.isEmpty() || number.getAsLong() > Long.MAX_VALUE / FileNumber.FILES_MAX) {
            throw new MoverException(ErrorCode.UNKNOWN_JOB, "there is no job '" + text + "'");
        }
        return new JobId(number.getAsLong());
    }

    /** {@code campaign-3}, or {@code 3}; NOT_FOUND for anything else. */
    public static long campaign(String text) {
        return after("campaign-", text)
                .orElseThrow(() -> new MoverException(ErrorCode.NOT_FOUND, "there is no campaign '" + text + "'"));
    }

    /** {@code handover-3}, or {@code 3}; NOT_FOUND for anything else. */
    public static long handover(String text) {
        return after("handover-", text)
                .orElseThrow(() -> new MoverException(ErrorCode.NOT_FOUND, "there is no handover '" + text + "'"));
    }

    /** {@code file-12}, or {@code 12}; UNKNOWN_FILE for anything else. */
    public static FileId file(String text) {
        OptionalLong number = after("file-", text);
        if (number.isEmpty()) throw new MoverException(ErrorCode.UNKNOWN_FILE, "no such file: '" + text + "'");
        return new FileId(number.getAsLong());
    }

    /** {@code token-3}, or {@code 3}; NOT_FOUND for anything else. */
    public static long token(String text) {
        OptionalLong number = after("token-", text);
        if (number.isEmpty()) throw new MoverException(ErrorCode.NOT_FOUND, "there is no token '" + text + "'");
        return number.getAsLong();
    }

    /** {@code node-3}, or {@code 3}; NOT_FOUND for anything else. */
    public static long node(String text) {
        OptionalLong number = after("node-", text);
        if (number.isEmpty()) throw new MoverException(ErrorCode.NOT_FOUND, "there is no node '" + text + "'");
        return number.getAsLong();
    }

    /** {@code survey-3}, or {@code 3}; NOT_FOUND for anything else. */
    public static long survey(String text) {
        OptionalLong number = after("survey-", text);
        if (number.isEmpty()) throw new MoverException(ErrorCode.NOT_FOUND, "there is no survey '" + text + "'");
        return number.getAsLong();
    }

    /** {@code draft-3}, or {@code 3}; NOT_FOUND for anything else. */
    public static long draft(String text) {
        OptionalLong number = after("draft-", text);
        if (number.isEmpty()) throw new MoverException(ErrorCode.NOT_FOUND, "there is no draft '" + text + "'");
        return number.getAsLong();
    }

    /** {@code request-3}, or {@code 3}; NOT_FOUND for anything else. */
    public static long request(String text) {
        OptionalLong number = after("request-", text);
        if (number.isEmpty()) throw new MoverException(ErrorCode.NOT_FOUND, "there is no request '" + text + "'");
        return number.getAsLong();
    }

    /** {@code purge-3}, or {@code 3}; NOT_FOUND for anything else. */
    public static long purge(String text) {
        OptionalLong number = after("purge-", text);
        if (number.isEmpty()) throw new MoverException(ErrorCode.NOT_FOUND, "there is no plan '" + text + "'");
        return number.getAsLong();
    }

    /** {@code subscription-3}, or {@code 3}; NOT_FOUND for anything else. */
    public static long subscription(String text) {
        OptionalLong number = after("subscription-", text);
        if (number.isEmpty()) throw new MoverException(ErrorCode.NOT_FOUND, "there is no subscription '" + text + "'");
        return number.getAsLong();
    }

    /** A cursor that is the number of the last row; 0 for none. INVALID_REQUEST. */
    public static long after(@Nullable String cursor) {
        if (cursor == null || cursor.isEmpty()) return 0;
        OptionalLong number = after("", cursor);
        if (number.isEmpty() || number.getAsLong() > Integer.MAX_VALUE * 1_000L) {
            throw new MoverException(ErrorCode.INVALID_REQUEST, "the cursor is none that was given");
        }
        return number.getAsLong();
    }

    /** The number of an event, at least 0. */
    public static long event(String text) {
        return plain("an event number", text);
    }

    /** The number of a decision in its job, at least 0. */
    public static long decision(String text) {
        return plain("a decision number", text);
    }

    private static long plain(String what, String text) {
        if (text.equals("0")) return 0;
        OptionalLong number = after("", text);
        if (number.isEmpty()) {
            throw new MoverException(ErrorCode.INVALID_REQUEST, "'" + text + "' is not " + what);
        }
        return number.getAsLong();
    }

    /** Rows of a page: 100 when nothing is said, 1 to 1,000. */
    public static int limit(@Nullable Integer limit) {
        if (limit == null) return LIMIT_BY_DEFAULT;
        if (limit < 1 || limit > RowPage.ROWS_MAX) {
            throw new MoverException(
                    ErrorCode.INVALID_REQUEST, "limit is " + limit + ", but is 1 to " + RowPage.ROWS_MAX);
        }
        return limit;
    }

    private static OptionalLong after(String prefix, String text) {
        String digits = text.startsWith(prefix) ? text.substring(prefix.length()) : text;
        boolean isNumber = !digits.isEmpty()
                && digits.length() <= DIGITS_MAX
                && digits.chars().allMatch(c -> c >= '0' && c <= '9')
                && digits.charAt(0) != '0';
        return isNumber ? OptionalLong.of(Long.parseLong(digits)) : OptionalLong.empty();
    }
}
