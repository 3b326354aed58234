package org.bdm.core.source.http;

import java.util.function.BiConsumer;
import org.bdm.core.block.BlockTag;
import org.bdm.core.cache.Lease;
import org.jspecify.annotations.Nullable;

/** A block that is held back until it is known whether more follows. Belongs to the event loop of the connection. */
final class HeldBlock {
    private @Nullable BlockTag tag;
    private @Nullable Lease lease;

    /** Takes the lease. */
    void hold(BlockTag heldTag, Lease heldLease) {
        tag = heldTag;
        lease = heldLease;
    }

    /** Passes it on, with its lease, if there is one. */
    void giveOn(BiConsumer<BlockTag, Lease> taker) {
        BlockTag held = tag;
        Lease bytes = lease;
        lease = null;
        if (held != null && bytes != null) taker.accept(held, bytes);
    }

    void release() {
        giveOn((held, bytes) -> bytes.release());
    }
}
