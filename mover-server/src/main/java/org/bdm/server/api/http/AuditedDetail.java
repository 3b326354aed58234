package org.bdm.server.api.http;

import jakarta.servlet.http.HttpServletRequest;
import org.bdm.server.message.ProblemText;
import org.jspecify.annotations.Nullable;
import org.springframework.web.context.request.RequestAttributes;
import org.springframework.web.context.request.RequestContextHolder;

/** The detail that a resource adds to the line that {@link RequestWatch} writes of a change: rights that were given, the choice that was made. */
public final class AuditedDetail {
    private static final String ATTRIBUTE = AuditedDetail.class.getName();

    private AuditedDetail() {}

    /** Keeps the detail of the change that this thread makes, instead of an earlier one. Never a secret. On the thread of the request. */
    public static void note(String detail) {
        RequestContextHolder.currentRequestAttributes()
                .setAttribute(ATTRIBUTE, ProblemText.shown(detail), RequestAttributes.SCOPE_REQUEST);
    }

    static String of(HttpServletRequest request) {
        @Nullable Object detail = request.getAttribute(ATTRIBUTE);
        return detail == null ? "" : detail.toString();
    }
}
