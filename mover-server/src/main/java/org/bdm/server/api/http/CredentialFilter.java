package org.bdm.server.api.http;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.server.connections.RequestShares;
import org.bdm.server.connections.WebConnection;
import org.bdm.server.site.access.AccessTokens;
import org.bdm.server.site.access.Caller;
import org.bdm.server.site.access.LoginSessions;
import org.bdm.server.site.access.ScrapeCallers;
import org.springframework.http.HttpHeaders;
import org.springframework.security.core.context.SecurityContext;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Finds out who calls: a bearer token, or the cookie of the web UI with its CSRF token. A credential that is shown and wrong is refused, also
 * where none is needed. Requests without one go on as nobody's.
 */
final class CredentialFilter extends OncePerRequestFilter {
    private static final String BEARER = "bearer ";
    private static final Set<String> LOGINS = Set.of(RouteRoles.API + "/login", RouteRoles.API + "/login/tokens");
    private static final Set<String> HARMLESS_METHODS = Set.of("GET", "HEAD", "OPTIONS");

    private final AccessTokens tokens;
    private final ScrapeCallers scrapes;
    private final LoginSessions sessions;
    private final SessionCookie cookie;
    private final RefusedAccess refused;
    private final RequestShares shares;

    CredentialFilter(
            AccessTokens tokens,
            ScrapeCallers scrapes,
            LoginSessions sessions,
            SessionCookie cookie,
            RefusedAccess refused,
            RequestShares shares) {
        this.tokens = tokens;
        this.scrapes = scrapes;
        this.sessions = sessions;
        this.cookie = cookie;
        this.refused = refused;
        this.shares = shares;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        try {
            caller(request).ifPresentOrElse(caller -> enter(request, caller), () -> enterStranger(request));
        } catch (MoverException e) {
            if (e.code() != ErrorCode.TOO_MANY_REQUESTS) enterStranger(request);
            refused.answer(request, response, e);
            return;
        }
        chain.doFilter(request, response);
    }

    private void enter(HttpServletRequest request, Caller caller) {
        shares.enter(WebConnection.of(request), caller.name());
        remember(caller);
    }

    private void enterStranger(HttpServletRequest request) {
        boolean hasBody =
                request.getContentLengthLong() > 0 || request.getHeader(HttpHeaders.TRANSFER_ENCODING) != null;
        shares.enterStranger(WebConnection.of(request), hasBody);
    }

    @Override
    protected boolean shouldNotFilter(HttpServletRequest request) {
        return request.getRequestURI().equals(HealthResource.ALIVE);
    }

    private static void remember(Caller caller) {
        SecurityContext context = SecurityContextHolder.createEmptyContext();
        context.setAuthentication(new CallerAuthentication(caller));
        SecurityContextHolder.setContext(context);
    }

    private Optional<Caller> caller(HttpServletRequest request) {
        String authorization = request.getHeader(HttpHeaders.AUTHORIZATION);
        if (authorization != null) return Optional.of(ofToken(request, authorization));
        if (!RouteRoles.isGuarded(request.getRequestURI()) || isLogin(request)) return Optional.empty();
        Optional<LoginSessions.Session> session = cookie.read(request).flatMap(sessions::find);
        if (session.isPresent() && !HARMLESS_METHODS.contains(request.getMethod())) checkCsrf(request, session.get());
        return session.map(LoginSessions.Session::caller);
    }

    /** True where an old cookie must not hinder who shows something better. */
    private static boolean isLogin(HttpServletRequest request) {
        return request.getMethod().equals("POST") && LOGINS.contains(request.getRequestURI());
    }

    private Caller ofToken(HttpServletRequest request, String authorization) {
        if (!authorization.toLowerCase(Locale.ROOT).startsWith(BEARER)) {
            throw new MoverException(ErrorCode.NOT_AUTHENTICATED, "the Authorization header is not 'Bearer TOKEN'");
        }
        String secret = authorization.substring(BEARER.length()).strip();
        boolean isScrape = request.getRequestURI().equals(RouteRoles.METRICS_PATH);
        return (isScrape ? scrapes.callerOf(secret) : tokens.callerOf(secret))
                .orElseThrow(() ->
                        new MoverException(ErrorCode.NOT_AUTHENTICATED, "the token is invalid, revoked or expired"));
    }

    private static void checkCsrf(HttpServletRequest request, LoginSessions.Session session) {
        String shown = request.getHeader(SessionCookie.CSRF_HEADER);
        boolean isRight = shown != null
                && MessageDigest.isEqual(
                        shown.getBytes(StandardCharsets.UTF_8),
                        session.csrfToken().getBytes(StandardCharsets.UTF_8));
        if (!isRight) {
            throw new MoverException(
                    ErrorCode.NOT_ALLOWED, "a change by cookie needs the header " + SessionCookie.CSRF_HEADER);
        }
    }
}
