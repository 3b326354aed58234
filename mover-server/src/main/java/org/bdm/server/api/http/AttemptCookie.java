package org.bdm.server.api.http;

import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Arrays;
import org.bdm.core.id.SiteName;
import org.bdm.server.site.oidc.OidcLogins;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseCookie;

/** The cookie of a login at an issuer, from its begin until the issuer sends the browser back; no other route gets it. */
public final class AttemptCookie {
    private final String name;

    public AttemptCookie(SiteName site) {
        this.name = "bdm_oidc_" + site;
    }

    /** The value; null if the browser has none. */
    public @Nullable String read(HttpServletRequest request) {
        Cookie[] cookies = request.getCookies();
        if (cookies == null) return null;
        return Arrays.stream(cookies)
                .filter(cookie -> cookie.getName().equals(name))
                .map(Cookie::getValue)
                .findFirst()
                .orElse(null);
    }

    public String write(String value, boolean isSecure) {
        return cookie(value, isSecure).maxAge(OidcLogins.TIME_MAX).build().toString();
    }

    public String forget(boolean isSecure) {
        return cookie("", isSecure).maxAge(0).build().toString();
    }

    private ResponseCookie.ResponseCookieBuilder cookie(String value, boolean isSecure) {
        return ResponseCookie.from(name, value)
                .httpOnly(true)
                .secure(isSecure)
                .sameSite("Lax") // the issuer sends the browser back: with Strict it would come without
                .path(RouteRoles.API + "/login/oidc");
    }
}
