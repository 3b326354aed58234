package org.bdm.core.source.http;

import java.net.URI;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.bdm.core.id.FileId;
import org.bdm.core.source.http.question.Validators;

/**
 * Keeps the validators of the copies that a file is being fetched from, over restarts: bytes that are durable from an earlier run are gone
 * on with only if the copy still has the same. Any thread; nothing blocks.
 */
public interface ValidatorMemory {
    /** Returns the validators stored last for this copy of the file. */
    CompletionStage<Optional<Validators>> recall(FileId file, URI location);

    /** Completes when it is durable; a newer one replaces the older. A second range is not asked for before. */
    CompletionStage<Void> remember(FileId file, URI location, Validators validators);

    /**
     * True when the memory survives a restart. Then a file that is resumed without remembered validators is begun
     * anew.
     */
    default boolean isDurable() {
        return true;
    }

    /** Remembers nothing: for files that no other process goes on with. */
    static ValidatorMemory none() {
        return new ValidatorMemory() {
            @Override
            public CompletionStage<Optional<Validators>> recall(FileId file, URI location) {
                return CompletableFuture.completedFuture(Optional.empty());
            }

            @Override
            public boolean isDurable() {
                return false;
            }

            @Override
            public CompletionStage<Void> remember(FileId file, URI location, Validators validators) {
                return CompletableFuture.completedFuture(null);
            }
        };
    }
}
