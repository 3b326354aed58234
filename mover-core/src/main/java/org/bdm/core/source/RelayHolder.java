package org.bdm.core.source;

import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.bdm.core.store.StorePath;

/**
 * Another destination of the same files, from which they can be read once it has placed them.
 *
 * @param site its name, for people
 * @param isAwaited whether files wait for it; else one is taken from there only if it is there already
 * @param pathThere gives the path of a file there, by its path at the origin
 * @param connecting makes a source that is not open yet, each time it is asked; the source belongs to whoever asked
 */
public record RelayHolder(
        String site,
        boolean isAwaited,
        UnaryOperator<StorePath> pathThere,
        Supplier<CompletionStage<BlockSource>> connecting) {}
