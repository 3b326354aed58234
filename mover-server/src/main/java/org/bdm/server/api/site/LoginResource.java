package org.bdm.server.api.site;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.security.SecurityRequirements;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.bdm.core.control.site.TokenView;
import org.bdm.core.control.user.Login;
import org.bdm.core.control.user.LoginView;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.server.api.http.Audited;
import org.bdm.server.api.http.AuditedDetail;
import org.bdm.server.api.http.CallerAuthentication;
import org.bdm.server.api.http.NeedsAnyToken;
import org.bdm.server.api.http.OpenToAll;
import org.bdm.server.api.http.RefusedAccess;
import org.bdm.server.api.http.RouteRoles;
import org.bdm.server.api.http.SessionCookie;
import org.bdm.server.message.Answers;
import org.bdm.server.site.access.AccessTokens;
import org.bdm.server.site.access.AccessTokens.Made;
import org.bdm.server.site.access.AuditTrail;
import org.bdm.server.site.access.Caller;
import org.bdm.server.site.access.LoginSessions;
import org.bdm.server.site.access.LoginSessions.Session;
import org.bdm.server.site.access.Role;
import org.bdm.server.site.user.UserLogins;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Logins with a token or a password: of the web UI, which gets a cookie, and of programs, which get a token for a password. */
@RestController
@RequestMapping(RouteRoles.API)
@Tag(name = "login")
public class LoginResource {
    private final AccessTokens tokens;
    private final LoginSessions sessions;
    private final UserLogins logins;
    private final SessionCookie cookie;
    private final RefusedAccess refused;
    private final AuditTrail audit;

    LoginResource(
            AccessTokens tokens,
            LoginSessions sessions,
            UserLogins logins,
            SessionCookie cookie,
            RefusedAccess refused,
            AuditTrail audit) {
        this.tokens = tokens;
        this.sessions = sessions;
        this.logins = logins;
        this.cookie = cookie;
        this.refused = refused;
        this.audit = audit;
    }

    @PostMapping(path = "/login", consumes = "application/json")
    @OpenToAll
    @Audited("logged in")
    @SecurityRequirements
    @Operation(
            operationId = "login",
            summary = "Begins a session with a token or a password; the answer sets its cookie")
    ResponseEntity<LoginView> login(
            @RequestBody Login login, HttpServletRequest request, HttpServletResponse response) {
        Caller caller = callerOf(login, request, response);
        cookie.read(request).ifPresent(sessions::end);
        Session session = sessions.begin(caller);
        String way = login.user() == null ? "token-" + caller.token() : "password";
        audit.note(caller.owner(), "LOGIN", way, "OK", request.getRemoteAddr(), "");
        return ResponseEntity.ok()
                .header(HttpHeaders.SET_COOKIE, cookie.write(session, request.isSecure()))
                .body(view(session));
    }

    private Caller callerOf(Login login, HttpServletRequest request, HttpServletResponse response) {
        if (login.token() != null && login.user() == null && login.password() == null) {
            return tokens.callerOf(login.token().strip())
                    .orElseThrow(() -> refused.counted(
                            request,
                            response,
                            new MoverException(
                                    ErrorCode.NOT_AUTHENTICATED, "the token is invalid, revoked or expired")));
        }
        return ofUser(login, request, response);
    }

    private Caller ofUser(Login login, HttpServletRequest request, HttpServletResponse response) {
        if (login.token() != null || login.user() == null || login.password() == null) {
            throw new MoverException(
                    ErrorCode.INVALID_REQUEST, "a login has a user and a password, or for a session a token");
        }
        try {
            return logins.callerOf(login.user(), login.password(), request.getRemoteAddr());
        } catch (MoverException e) {
            AuditedDetail.note(logins.shown(login.user()));
            throw refused.counted(request, response, e);
        }
    }

    @PostMapping(path = "/login/tokens", consumes = "application/json")
    @OpenToAll
    @Audited("logged in with a password")
    @ResponseStatus(HttpStatus.CREATED)
    @SecurityRequirements
    @Operation(
            operationId = "exchangePassword",
            summary = "Gives a program a token for the password of a user; it expires after 7 days",
            description = "A user has at most 20 of them: one more ends the oldest. A new password ends all.")
    TokenView exchange(@RequestBody Login login, HttpServletRequest request, HttpServletResponse response) {
        Made made = Answers.durable(tokens.exchange(ofUser(login, request, response)));
        String id = "token-" + made.token().number();
        audit.note(made.token().name(), "LOGIN", id, "OK", request.getRemoteAddr(), "for a password");
        return TokensResource.view(made.token(), made.secret());
    }

    @GetMapping("/login")
    @NeedsAnyToken
    @Operation(operationId = "getLogin", summary = "The session of the cookie, with the CSRF token for changes")
    LoginView session(HttpServletRequest request) {
        return cookie.read(request)
                .flatMap(sessions::find)
                .map(LoginResource::view)
                .orElseThrow(() -> new MoverException(ErrorCode.NOT_FOUND, "this request has no session"));
    }

    @PostMapping("/logout")
    @NeedsAnyToken
    @Audited("logged out")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    @Operation(
            operationId = "logout",
            summary = "Ends the session of the cookie, or the token that was given for a password")
    ResponseEntity<Void> logout(HttpServletRequest request) {
        cookie.read(request).ifPresent(sessions::end);
        Answers.durable(tokens.endExchanged(CallerAuthentication.current()));
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
