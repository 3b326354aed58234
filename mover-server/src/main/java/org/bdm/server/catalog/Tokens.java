package org.bdm.server.catalog;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.bdm.core.checksum.Checksum;

/** Tokens of the REST API. Writes never wait for room: TOO_MANY_REQUESTS. */
public final class Tokens {

    /** Keeps a new token; the future gives it with its number. */
    public CompletableFuture<Token> add(Token token) {
        throw new UnsupportedOperationException("to come");
    }

    /** The token with this secret that is neither revoked nor expired now. */
    public Optional<Token> valid(Checksum secretSha256) {
        throw new UnsupportedOperationException("to come");
    }

    /** Tokens by number, beginning after {@code afterNumber}; at most {@code rowsMax}. */
    public List<Token> after(long afterNumber, int rowsMax) {
        throw new UnsupportedOperationException("to come");
    }

    /** Revokes a token; fails with NOT_FOUND. */
    public CompletableFuture<Token> revoke(long number) {
        throw new UnsupportedOperationException("to come");
    }
}
