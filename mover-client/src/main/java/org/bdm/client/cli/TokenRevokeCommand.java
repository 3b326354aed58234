package org.bdm.client.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(name = "revoke", mixinStandardHelpOptions = true, sortOptions = false, description = "Revokes a token.")
final class TokenRevokeCommand extends Verb {
    @Parameters(paramLabel = "TOKEN", description = "The id of the token, from 'token list'.")
    String tokenId = "";

    @Override
    ExitCode run() {
        api().revokeToken(tokenId);
        terminal().message("revoked " + tokenId);
        return ExitCode.DONE;
    }
}
