package org.bdm.server.api.site;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.security.SecurityRequirements;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.Optional;
import org.bdm.core.control.site.Login;
import org.bdm.core.control.site.LoginView;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.server.api.http.RefusedAccess;
import org.bdm.server.api.http.RouteRoles;
import org.bdm.server.api.http.SessionCookie;
import org.bdm.server.site.access.AccessTokens;
import org.bdm.server.site.access.AuditTrail;
import org.bdm.server.site.access.Caller;
import org.bdm.server.site.access.LoginSessions;
import org.bdm.server.site.access.LoginSessions.Session;
import org.bdm.server.site.access.Role;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** The session of the web UI: a token once, a cookie from then on. */
@RestController
@RequestMapping(RouteRoles.API)
@Tag(name = "login")
public class LoginResource {
    private final AccessTokens tokens;
    private final LoginSessions sessions;
    private final SessionCookie cookie;
    private final RefusedAccess refused;
    private final AuditTrail audit;

    LoginResource(
            AccessTokens tokens,
            LoginSessions sessions,
            SessionCookie cookie,
            RefusedAccess refused,
            AuditTrail audit) {
        this.tokens = tokens;
        this.sessions = sessions;
        this.cookie = cookie;
        this.refused = refused;
        this.audit = audit;
    }

    @PostMapping(path = "/login", consumes = "application/json")
    @SecurityRequirements
    @Operation(operationId = "login", summary = "Begins a session with a token; the answer sets its cookie")
    ResponseEntity<LoginView> login(
            @RequestBody Login login, HttpServletRequest request, HttpServletResponse response) {
        Optional<Caller> caller = tokens.callerOf(login.token().strip());
        if (caller.isEmpty()) {
            throw refused.counted(
                    request,
                    response,
                    new MoverException(ErrorCode.NOT_AUTHENTICATED, "the token is invalid, revoked or expired"));
        }
        cookie.read(request).ifPresent(sessions::end);
        Session session = sessions.begin(caller.get());
        audit.note(caller.get().owner(), "LOGIN", "token-" + caller.get().token(), "OK", request.getRemoteAddr(), "");
        return ResponseEntity.ok()
                .header(HttpHeaders.SET_COOKIE, cookie.write(session, request.isSecure()))
                .body(view(session));
    }

    @GetMapping("/login")
    @Operation(operationId = "getLogin", summary = "The session of the cookie, with the CSRF token for changes")
    LoginView session(HttpServletRequest request) {
        return cookie.read(request)
                .flatMap(sessions::find)
                .map(LoginResource::view)
                .orElseThrow(() -> new MoverException(ErrorCode.NOT_FOUND, "this request has no session"));
    }

    @PostMapping("/logout")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    @Operation(operationId = "logout", summary = "Ends the session of the cookie")
    ResponseEntity<Void> logout(HttpServletRequest request) {
        cookie.read(request).ifPresent(sessions::end);
        return ResponseEntity.noContent()
                .header(HttpHeaders.SET_COOKIE, cookie.forget(request.isSecure()))
                .build();
    }

    private static LoginView view(Session session) {
        return new LoginView(
                session.caller().owner(),
                session.caller().roles().stream().map(Role::shown).sorted().toList(),
                session.csrfToken(),
                session.expiresAt());
    }
}
