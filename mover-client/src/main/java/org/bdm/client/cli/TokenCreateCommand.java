package org.bdm.client.cli;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.bdm.client.output.TimeText;
import org.bdm.core.control.CreateToken;
import org.bdm.core.control.TokenView;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "create",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Creates an access token and prints it, this one time.")
final class TokenCreateCommand extends Verb {
    @Parameters(paramLabel = "NAME", description = "Who or what uses it.")
    String name = "";

    @Option(names = "--role", paramLabel = "ROLE", description = "What it may do; may be repeated.")
    List<String> roles = new ArrayList<>();

    @Option(names = "--expires", paramLabel = "D", description = "After this time it is void, e.g. 90d.")
    @Nullable String expires;

    @Override
    ExitCode run() {
        TokenView token = api().createToken(new CreateToken(name, roles, expiresAt()));
        if (json()) {
            terminal().json(token);
            return ExitCode.DONE;
        }
        terminal().line(Objects.toString(token.token(), ""));
        terminal().message(token.id() + " with roles " + String.join(", ", token.roles()));
        return ExitCode.DONE;
    }

    private @Nullable Instant expiresAt() {
        if (expires == null) return null;
        try {
            return pacer().clock().instant().plus(TimeText.parse(expires));
        } catch (IllegalArgumentException e) {
            throw usage(e.getMessage());
        }
    }
}
