package org.bdm.server.api.site;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.time.Clock;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.bdm.core.control.Page;
import org.bdm.core.control.site.CreateToken;
import org.bdm.core.control.site.TokenView;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.server.api.http.Audited;
import org.bdm.server.api.http.AuditedDetail;
import org.bdm.server.api.http.Needs;
import org.bdm.server.api.http.RouteRoles;
import org.bdm.server.message.Answers;
import org.bdm.server.message.Numbers;
import org.bdm.server.message.PlainText;
import org.bdm.server.site.access.AccessTokens;
import org.bdm.server.site.access.AccessTokens.AccessToken;
import org.bdm.server.site.access.AccessTokens.Made;
import org.bdm.server.site.access.Role;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Tokens of this API. */
@RestController
@RequestMapping(RouteRoles.API + "/tokens")
@Tag(name = "tokens")
public class TokensResource {
    private static final int NAME_LENGTH_MAX = 100;

    private final AccessTokens tokens;
    private final Clock clock;

    TokensResource(AccessTokens tokens, Clock clock) {
        this.tokens = tokens;
        this.clock = clock;
    }

    @GetMapping
    @Needs(Role.ADMIN)
    @Operation(
            operationId = "listTokens",
            summary = "Valid tokens, oldest first",
            description =
                    "Those that users were given for their passwords are among them, under the names of the users; and for each"
                            + " person whom the issuer named and who is logged in, one on which his sessions hang.")
    Page<TokenView> list() {
        List<TokenView> views =
                tokens.valid().stream().map(token -> view(token, null)).toList();
        return new Page<>(views, null);
    }

    @PostMapping(consumes = "application/json")
    @Needs(Role.ADMIN)
    @Audited("created a token")
    @ResponseStatus(HttpStatus.CREATED)
    @Operation(operationId = "createToken", summary = "Makes a token; the only answer that has its secret")
    TokenView create(@RequestBody CreateToken wish) {
        String name = PlainText.checked("name", wish.name(), NAME_LENGTH_MAX);
        if (name.isBlank()) throw new MoverException(ErrorCode.INVALID_REQUEST, "name is empty");
        if (wish.expiresAt() != null && !wish.expiresAt().isAfter(clock.instant())) {
            throw new MoverException(ErrorCode.INVALID_REQUEST, "expiresAt is past");
        }
        Set<Role> roles = EnumSet.noneOf(Role.class);
        wish.roles().forEach(role -> roles.add(Role.ofName(role)));
        if (roles.isEmpty()) roles.add(Role.READER);
        Made made = Answers.durable(tokens.create(name, roles, wish.expiresAt()));
        TokenView view = view(made.token(), made.secret());
        AuditedDetail.note(view.id() + " of " + name + " with " + String.join(",", view.roles())
                + (wish.expiresAt() == null ? "" : " until " + wish.expiresAt()));
        return view;
    }

    @DeleteMapping("/{tokenId}")
    @Needs(Role.ADMIN)
    @Audited("revoked {tokenId}")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    @Operation(operationId = "revokeToken", summary = "Revokes a token at once")
    void revoke(@PathVariable String tokenId) {
        Answers.durable(tokens.revoke(Numbers.token(tokenId)));
    }

    static TokenView view(AccessToken token, @Nullable String secret) {
        return new TokenView(
                "token-" + token.number(),
                token.name(),
                token.roles().stream().map(Role::shown).sorted().toList(),
                token.createdAt(),
                token.expiresAt(),
                token.lastUsedAt(),
                secret);
    }
}
