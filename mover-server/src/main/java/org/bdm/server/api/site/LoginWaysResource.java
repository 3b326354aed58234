package org.bdm.server.api.site;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.security.SecurityRequirements;
import io.swagger.v3.oas.annotations.tags.Tag;
import org.bdm.core.control.user.LoginWays;
import org.bdm.server.api.http.OpenToAll;
import org.bdm.server.api.http.RouteRoles;
import org.bdm.server.site.oidc.OidcLogins;
import org.bdm.server.site.user.SiteUsers;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** The ways to log in, for the login page. */
@RestController
@RequestMapping(RouteRoles.API)
@Tag(name = "login")
public class LoginWaysResource {
    private final SiteUsers users;
    private final OidcLogins oidc;

    LoginWaysResource(SiteUsers users, OidcLogins oidc) {
        this.users = users;
        this.oidc = oidc;
    }

    @GetMapping("/login/ways")
    @OpenToAll
    @SecurityRequirements
    @Operation(operationId = "listLoginWays", summary = "How people can log in here")
    LoginWays ways() {
        return new LoginWays(
                true, users.canLogIn(), oidc.areOffered(), oidc.shownName().orElse(null));
    }
}
