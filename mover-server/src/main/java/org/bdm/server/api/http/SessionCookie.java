package org.bdm.server.api.http;

import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Arrays;
import java.util.Optional;
import org.bdm.core.id.SiteName;
import org.bdm.server.site.access.LoginSessions;
import org.springframework.http.ResponseCookie;

/** The cookie of the web UI. Its name has the site in it: browsers do not tell the ports of one host apart. */
public final class SessionCookie {
    /** The header that a change by cookie must have; no other web page can send it. */
    static final String CSRF_HEADER = "X-CSRF-Token";

    private final String name;

    public SessionCookie(SiteName site) {
        this.name = "bdm_session_" + site;
    }

    public Optional<String> read(HttpServletRequest request) {
        Cookie[] cookies = request.getCookies();
        if (cookies == null) return Optional.empty();
        return Arrays.stream(cookies)
                .filter(cookie -> cookie.getName().equals(name))
                .map(Cookie::getValue)
                .findFirst();
    }

    public String write(LoginSessions.Session session, boolean isSecure) {
        return cookie(session.id(), isSecure)
                .maxAge(LoginSessions.LIFETIME)
                .build()
                .toString();
    }

    public String forget(boolean isSecure) {
        return cookie("", isSecure).maxAge(0).build().toString();
    }

    private ResponseCookie.ResponseCookieBuilder cookie(String value, boolean isSecure) {
        return ResponseCookie.from(name, value)
                .httpOnly(true)
                .secure(isSecure)
                .sameSite("Lax")
                .path("/");
    }
}
