package org.bdm.client.cli;

import org.bdm.client.output.Table;
import org.bdm.client.output.TimeText;
import org.bdm.core.control.TokenView;
import picocli.CommandLine.Command;

@Command(
        name = "list",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Lists the access tokens, without their secrets.")
final class TokenListCommand extends Verb {
    @Override
    ExitCode run() {
        Table table = new Table("TOKEN", "NAME", "ROLES", "CREATED", "EXPIRES", "LAST USED");
        print(api().tokens(), token -> row(table, token));
        if (!json()) terminal().table(table);
        return ExitCode.DONE;
    }

    private void row(Table table, TokenView token) {
        table.row(
                token.id(),
                token.name(),
                String.join(",", token.roles()),
                TimeText.moment(token.createdAt(), zone()),
                TimeText.moment(token.expiresAt(), zone()),
                TimeText.moment(token.lastUsedAt(), zone()));
    }
}
