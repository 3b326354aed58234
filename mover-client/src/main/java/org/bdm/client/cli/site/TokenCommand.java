package org.bdm.client.cli.site;

import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.bdm.client.cli.verb.ExitCode;
import org.bdm.client.cli.verb.VerbGroup;
import org.bdm.client.output.Table;
import org.bdm.client.output.TimeText;
import org.bdm.core.control.site.CreateToken;
import org.bdm.core.control.site.TokenView;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The verbs about access tokens. */
@Command(name = "token", description = "Creates, lists and revokes access tokens.")
public final class TokenCommand extends VerbGroup {
    @Command(
            name = "create",
            footer = "bdm-client token create nightly --role submitter --expires 90d",
            description = "Creates an access token and prints it once.")
    ExitCode create(
            @Parameters(paramLabel = "NAME", description = "The person or program that uses it.") String name,
            @Option(
                            names = "--role",
                            paramLabel = "ROLE",
                            description = "admin, operator, submitter, requester, reader or metrics; may be repeated.")
                    @Nullable List<String> roles,
            @Option(names = "--expires", paramLabel = "D", description = "Lifetime, e.g. 90d; default: unlimited.")
                    @Nullable String expires) {
        CreateToken wanted = new CreateToken(name, roles == null ? List.of() : roles, expiresAt(expires));
        return shown(api().access().create(wanted), this::secret);
    }

    private void secret(TokenView token) {
        terminal().line(Objects.toString(token.token(), ""));
        terminal().message(token.id() + " with roles " + String.join(", ", token.roles()));
    }

    private @Nullable Instant expiresAt(@Nullable String expires) {
        if (expires == null) return null;
        try {
            return pacer().clock().instant().plus(TimeText.parse(expires));
        } catch (IllegalArgumentException e) {
            throw usage(e.getMessage());
        }
    }

    @Command(
            name = "list",
            footer = "bdm-client token list",
            description = "Lists the access tokens, without their secrets.")
    ExitCode list() {
        Table table = new Table("TOKEN", "~NAME", "~ROLES", "?CREATED", "EXPIRES", "?LAST USED");
        return listed(
                table,
                api().access().tokens(),
                token -> table.row(
                        token.id(),
                        token.name(),
                        String.join(",", token.roles()),
                        TimeText.moment(token.createdAt(), zone()),
                        TimeText.moment(token.expiresAt(), zone()),
                        TimeText.moment(token.lastUsedAt(), zone())));
    }

    @Command(name = "revoke", footer = "bdm-client token revoke token-3", description = "Revokes a token.")
    ExitCode revoke(
            @Parameters(paramLabel = "TOKEN", description = "The id of the token, from 'token list'.") String id) {
        api().access().revoke(id);
        terminal().message("revoked " + id);
        return ExitCode.DONE;
    }
}
