package org.bdm.server.api.site;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.security.SecurityRequirements;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.net.URI;
import java.util.List;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.server.api.http.AttemptCookie;
import org.bdm.server.api.http.OpenToAll;
import org.bdm.server.api.http.RefusedAccess;
import org.bdm.server.api.http.RouteRoles;
import org.bdm.server.api.http.SessionCookie;
import org.bdm.server.message.ProblemText;
import org.bdm.server.site.access.AuditTrail;
import org.bdm.server.site.access.Caller;
import org.bdm.server.site.access.LoginSessions;
import org.bdm.server.site.access.LoginSessions.Session;
import org.bdm.server.site.oidc.LoginEnd;
import org.bdm.server.site.oidc.LoginRefused;
import org.bdm.server.site.oidc.OidcLogins;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.util.MultiValueMap;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/**
 * The login of the web UI with the account of an institution. A browser is led through it: each answer sends it on, and a login that fails
 * ends at the login page, which has a sentence for the reason in its address.
 */
@RestController
@RequestMapping(RouteRoles.API + "/login/oidc")
@Tag(name = "login")
public class OidcLoginResource {
    private final OidcLogins logins;
    private final LoginSessions sessions;
    private final SessionCookie cookie;
    private final AttemptCookie attempt;
    private final RefusedAccess refused;
    private final AuditTrail audit;

    OidcLoginResource(
            OidcLogins logins,
            LoginSessions sessions,
            SessionCookie cookie,
            AttemptCookie attempt,
            RefusedAccess refused,
            AuditTrail audit) {
        this.logins = logins;
        this.sessions = sessions;
        this.cookie = cookie;
        this.attempt = attempt;
        this.refused = refused;
        this.audit = audit;
    }

    @GetMapping
    @OpenToAll
    @SecurityRequirements
    @Operation(
            operationId = "beginOidcLogin",
            summary = "Sends a browser to the issuer to log in; for people, not for programs")
    @ApiResponse(responseCode = "302", description = "To the issuer, or to the login page with the reason.")
    ResponseEntity<Void> begin(HttpServletRequest request, HttpServletResponse response) {
        checkOffered();
        try {
            OidcLogins.Begun begun = logins.begin();
            return to(begun.page())
                    .header(HttpHeaders.SET_COOKIE, attempt.write(begun.cookie(), isSecure(request)))
                    .build();
        } catch (LoginRefused e) {
            return toLoginPage(request, response, e.end(), e.detail()).build();
        }
    }

    @GetMapping("/callback")
    @OpenToAll
    @SecurityRequirements
    @Operation(operationId = "finishOidcLogin", summary = "Where the issuer sends a browser back; begins its session")
    @ApiResponse(
            responseCode = "302",
            description = "To the web UI with a session, or to the login page with the reason.")
    @Parameter(name = "answer", schema = @Schema(type = "object", additionalPropertiesSchema = String.class))
    ResponseEntity<Void> finish(
            HttpServletRequest request,
            HttpServletResponse response,
            @RequestParam @Parameter(hidden = true) MultiValueMap<String, String> all) {
        checkOffered();
        String forget = attempt.forget(isSecure(request));
        try {
            refused.checkStanding(request);
            OidcLogins.Return back =
                    new OidcLogins.Return(one(all, "code"), one(all, "state"), one(all, "error"), one(all, "iss"));
            Caller caller = logins.finish(back, attempt.read(request));
            cookie.read(request).ifPresent(sessions::end);
            Session session = sessions.begin(caller);
            audit.note(caller.owner(), "LOGIN", "oidc", "OK", request.getRemoteAddr(), "");
            return to(URI.create("/"))
                    .header(HttpHeaders.SET_COOKIE, forget, cookie.write(session, isSecure(request)))
                    .build();
        } catch (LoginRefused e) {
            return toLoginPage(request, response, e.end(), e.detail())
                    .header(HttpHeaders.SET_COOKIE, forget)
                    .build();
        } catch (MoverException e) {
            LoginEnd end = e.code() == ErrorCode.RATE_LIMITED || e.code() == ErrorCode.TOO_MANY_REQUESTS
                    ? LoginEnd.BUSY
                    : LoginEnd.SITE;
            return toLoginPage(request, response, end, e.code() + ": " + e.detail())
                    .header(HttpHeaders.SET_COOKIE, forget)
                    .build();
        }
    }

    private void checkOffered() {
        if (logins.areOffered()) return;
        throw new MoverException(ErrorCode.NOT_FOUND, "this site has no issuer: the setting oidc-issuer names one");
    }

    /** Behind a proxy the mover does not see HTTPS, and its public address does. */
    private boolean isSecure(HttpServletRequest request) {
        return request.isSecure() || logins.areSecure();
    }

    /** A parameter that came once; empty for none, and for one that is read in two ways. */
    private static String one(MultiValueMap<String, String> all, String name) {
        List<String> values = all.getOrDefault(name, List.of());
        return values.size() == 1 ? values.get(0) : "";
    }

    private ResponseEntity.BodyBuilder toLoginPage(
            HttpServletRequest request, HttpServletResponse response, LoginEnd end, String detail) {
        MoverException told = refused.counted(
                request, response, new MoverException(ErrorCode.LOGIN_REFUSED, ProblemText.shown(detail)));
        LoginEnd shown = told.code() == ErrorCode.RATE_LIMITED ? LoginEnd.BUSY : end;
        return to(URI.create("/?login=" + shown.shown()));
    }

    private static ResponseEntity.BodyBuilder to(URI address) {
        return ResponseEntity.status(HttpStatus.FOUND).location(address);
    }
}
