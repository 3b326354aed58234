package org.bdm.core.serve;

import org.bdm.core.block.ByteRange;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.reader.ReadItem;
import org.bdm.core.store.Store;
import org.bdm.core.wire.Frame;
import org.bdm.core.wire.WireLimits;

/** Checks what a peer wants before any of it is read. Pure. */
final class WantedItems {
    private WantedItems() {}

    /** Returns what is to be read; of a file that the peer may not read, one that fails. PROTOCOL_VIOLATION for ranges that make no sense. */
    static ReadItem checked(Frame.Want want, Frame.WantItem item, Access access) {
        long size = item.expected().size();
        if (item.ranges().size() > WireLimits.ITEM_RANGES_MAX) throw violation(item.file() + " has too many ranges");
        long next = 0;
        for (ByteRange range : item.ranges()) {
            if (range.offset() < next || range.endExclusive() > size) {
                throw violation(
                        "range " + range + " of " + item.file() + " is out of order or beyond its size " + size);
            }
            next = range.endExclusive();
        }
        Access.Readable readable = access.exports().get(want.export());
        boolean allowed = readable != null && readable.allows(item.path());
        Store store = readable != null && allowed ? readable.store() : new DeniedStore(want.export());
        return new ReadItem(
                want.request(),
                store,
                item.file(),
                item.epoch(),
                item.path(),
                item.expected(),
                item.ranges(),
                item.packable());
    }

    private static MoverException violation(String what) {
        return new MoverException(ErrorCode.PROTOCOL_VIOLATION, what);
    }
}
