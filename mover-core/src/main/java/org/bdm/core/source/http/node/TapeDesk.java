package org.bdm.core.source.http.node;

import java.net.URI;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Knows what tape services of data nodes say of files. Any thread; must not block. */
@FunctionalInterface
public interface TapeDesk {
    /** Nobody is asked. */
    TapeDesk NONE = location -> CompletableFuture.completedFuture(TapeStanding.UNKNOWN);

    /** Completes, on any thread and never with a failure, with what is known of a file that its node does not give now. */
    CompletionStage<TapeStanding> standing(URI location);
}
