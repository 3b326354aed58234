package org.bdm.server.api.http;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.server.message.ProblemText;
import org.bdm.server.site.access.AuditTrail;
import org.bdm.server.site.access.FailedLogins;
import org.springframework.http.HttpHeaders;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.AuthenticationException;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.security.web.AuthenticationEntryPoint;
import org.springframework.security.web.access.AccessDeniedHandler;
import org.springframework.web.context.request.RequestContextHolder;
import org.springframework.web.context.request.ServletRequestAttributes;

/** Answers who may not: 401, 403, or 429 after too many wrong credentials; with a line in the audit log, not without bound. */
public final class RefusedAccess implements AuthenticationEntryPoint, AccessDeniedHandler {
    private static final Set<ErrorCode> REFUSALS =
            EnumSet.of(ErrorCode.NOT_AUTHENTICATED, ErrorCode.NOT_ALLOWED, ErrorCode.LOGIN_REFUSED);

    private final Problems problems;
    private final FailedLogins failedLogins;
    private final AuditTrail audit;
    private final Clock clock;

    RefusedAccess(Problems problems, FailedLogins failedLogins, AuditTrail audit, Clock clock) {
        this.problems = problems;
        this.failedLogins = failedLogins;
        this.audit = audit;
        this.clock = clock;
    }

    /** No credential at all. */
    @Override
    public void commence(HttpServletRequest request, HttpServletResponse response, AuthenticationException error)
            throws IOException {
        response.setHeader(HttpHeaders.WWW_AUTHENTICATE, "Bearer realm=\"bdm\"");
        problems.write(response, ProblemText.of(new MoverException(ErrorCode.NOT_AUTHENTICATED, "no token was given")));
    }

    /** A valid credential without the role. */
    @Override
    public void handle(HttpServletRequest request, HttpServletResponse response, AccessDeniedException error)
            throws IOException {
        String asked = request.getMethod() + " " + ShownAddress.of(request);
        answer(
                request,
                response,
                new MoverException(ErrorCode.NOT_ALLOWED, "your token has not the role for " + asked));
    }

    /** A credential that was judged. */
    void answer(HttpServletRequest request, HttpServletResponse response, MoverException reason) throws IOException {
        MoverException told = counted(request, response, reason);
        if (told.code() == ErrorCode.NOT_AUTHENTICATED) {
            response.setHeader(HttpHeaders.WWW_AUTHENTICATE, "Bearer realm=\"bdm\", error=\"invalid_token\"");
        }
        problems.write(response, ProblemText.of(told));
    }

    /** Counts a wrong credential and notes it; gives what to tell the caller. */
    public MoverException counted(HttpServletRequest request, HttpServletResponse response, MoverException reason) {
        if (!REFUSALS.contains(reason.code())) return reason; // the catalog does not answer, for example
        return countedSecret(request, response, reason);
    }

    /** Counts an unknown secret that was part of an address, as the other does. */
    public MoverException countedSecret(
            HttpServletRequest request, HttpServletResponse response, MoverException reason) {
        // Who is known is counted by the token: strangers at the same address must not hide what it tried.
        Authentication known = SecurityContextHolder.getContext().getAuthentication();
        String who = known instanceof CallerAuthentication caller
                ? "token-" + caller.caller().token()
                : request.getRemoteAddr();
        FailedLogins.Standing standing = failedLogins.refused(who);
        if (standing.refusals() <= FailedLogins.PER_MINUTE_MAX + 1) note(request, reason);
        if (!standing.isBlocked() || reason.code() == ErrorCode.NOT_ALLOWED) return reason;
        long seconds = Math.max(
                1, Duration.between(clock.instant(), standing.windowEnd()).toSeconds());
        response.setHeader(HttpHeaders.RETRY_AFTER, String.valueOf(seconds));
        return new MoverException(
                ErrorCode.RATE_LIMITED, "too many wrong credentials from your address; wait " + seconds + " s");
    }

    /** Refuses an address whose credentials were wrong too often, before more is done for it: RATE_LIMITED. */
    public void checkStanding(HttpServletRequest request) {
        if (!failedLogins.standing(request.getRemoteAddr()).isBlocked()) return;
        throw new MoverException(ErrorCode.RATE_LIMITED, "too many wrong credentials from your address");
    }

    /** Notes that the caller of this thread asked for something that is hidden from it, as a refusal of its token. */
    void noteHidden(String detail) {
        if (!(RequestContextHolder.currentRequestAttributes() instanceof ServletRequestAttributes attributes)) return;
        FailedLogins.Standing standing =
                failedLogins.refused(CallerAuthentication.current().name());
        if (standing.refusals() > FailedLogins.PER_MINUTE_MAX + 1) return;
        note(attributes.getRequest(), new MoverException(ErrorCode.NOT_ALLOWED, detail));
    }

    private void note(HttpServletRequest request, MoverException reason) {
        Authentication known = SecurityContextHolder.getContext().getAuthentication();
        String actor =
                known instanceof CallerAuthentication caller ? caller.caller().owner() : "unknown";
        audit.note(
                actor,
                "REFUSED",
                request.getMethod() + " " + ShownAddress.of(request),
                reason.code().name(),
                request.getRemoteAddr(),
                reason.detail());
    }
}
