package org.bdm.server.message;

import java.util.List;
import org.bdm.core.control.Problem;
import org.bdm.core.control.ProblemEntry;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;

/** Errors as messages, wherever they are shown: as the answer to a request, in a plan, or in a view. */
public final class ProblemText {
    private static final int DETAIL_LENGTH_MAX = 2000;

    private ProblemText() {}

    public static Problem of(MoverException error) {
        return of(error.code(), error.detail(), List.of());
    }

    /** With each entry that was refused. */
    public static Problem of(RefusedEntries refused) {
        return of(refused.code(), refused.detail(), refused.entries());
    }

    private static Problem of(ErrorCode code, String detail, List<ProblemEntry> errors) {
        int status = ProblemStatus.of(code);
        return of(code, status, ProblemStatus.title(status), detail, errors);
    }

    /** For a status that is not the usual one of the code. */
    public static Problem of(ErrorCode code, int status, String title, String detail, List<ProblemEntry> errors) {
        return new Problem(
                "about:blank",
                title,
                status,
                shown(detail),
                code.name(),
                code.kind().name(),
                code.advice(),
                errors);
    }

    /** Returns a text from outside, shortened and without characters that steer a terminal. */
    public static String shown(String text) {
        StringBuilder shown = new StringBuilder();
        text.codePoints().limit(DETAIL_LENGTH_MAX).forEach(point -> {
            if (Character.isISOControl(point)) shown.append(String.format("\\u%04x", point));
            else shown.appendCodePoint(point);
        });
        return shown.toString();
    }
}
