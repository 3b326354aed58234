package org.bdm.core.fetch;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import org.bdm.core.block.BlockTag;
import org.bdm.core.fault.MoverException;
import org.bdm.core.store.StorePath;

/** What goes wrong between a {@link ScriptedSource} and its listener. All off at first. */
public final class SourceFaults {
    /** Whether one bit of this block is flipped on its way. */
    Predicate<BlockTag> flips = tag -> false;

    /** Chance for each block or pack that one bit is flipped, that it comes twice, that its stream breaks just before it. */
    double flipChance;

    double duplicateChance;
    double loseStreamChance;

    /** Whether the stream of this request breaks when all its bytes have come, and before its end is told. */
    Predicate<StorePath> losesEnd = path -> false;

    /** When one request for a file fails, all that are under way for it fail in the same moment. */
    boolean isFailingTogether;

    /** It reads whatever is there, and says of which version that was only at the end, as a source that does not keep to the protocol. */
    boolean ignoresVersions;

    /** It computes no digests, as a data node. */
    boolean computesNothing;

    /** It is dialled and never answers. */
    boolean neverOpens;

    /** Blocks of one request come in any order. */
    boolean isReordering;

    /** Why the status of a path cannot be told now; null if it can. */
    Function<StorePath, MoverException> statusFails = path -> null;

    /** Runs before each block is read: a rewrite of the source, for example. */
    Consumer<StorePath> beforeRead = path -> {};

    private final Map<StorePath, MoverException> reasons = new HashMap<>();
    private final Map<StorePath, Integer> failuresLeft = new HashMap<>();

    /** The next so many requests for this file fail. */
    public void fail(StorePath path, int times, MoverException reason) {
        reasons.put(path, reason);
        failuresLeft.put(path, times);
    }

    MoverException takeFailure(StorePath path) {
        int left = failuresLeft.getOrDefault(path, 0);
        if (left == 0) return null;
        failuresLeft.put(path, left - 1);
        return reasons.get(path);
    }
}
