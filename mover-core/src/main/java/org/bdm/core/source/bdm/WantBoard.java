package org.bdm.core.source.bdm;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.bdm.core.block.ByteRange;
import org.bdm.core.id.FileId;
import org.bdm.core.source.WantedFile;
import org.bdm.core.store.FileName;
import org.bdm.core.wire.Frame.OfferedLimits;
import org.bdm.core.wire.WireLimits;
import org.jspecify.annotations.Nullable;

/**
 * Wanted files and ranges that are not requested yet, and the choice of the next stream. Owner only.
 *
 * <p>Small files go many to a want, to the stream with the least outstanding. Large files are cut; a stream keeps to one file as long as
 * there is one for each, so that the other end can hash in order, and helps with the file of another stream otherwise. A quarter of each
 * stream's credit is kept from large files: small ones never wait behind them.
 */
final class WantBoard {
    static final int SMALL_ITEMS_PER_WANT = 512;
    static final long SMALL_BYTES_PER_WANT = 16L << 20;
    static final long LARGE_BYTES_PER_WANT = 64L << 20;

    private static final long SHARED_BYTES_PER_WANT = 8L << 20; // of a file that several streams work on
    private static final int SMALL_ITEMS_NOT_SPREAD = 64; // fewer are not worth a want on every stream
    private static final int WANT_BYTES = WireLimits.WANT_BYTES_MAX - 4096;
    private static final int WANT_ITEM_BYTES = 160; // all fields of fixed size, generously

    private final String export;
    private final int requestsKept; // for listings, status and digests
    private final Deque<WantItem> small = new ArrayDeque<>();
    private final Deque<WantItem> large = new ArrayDeque<>(); // no stream works on them yet
    private final Set<WantItem> shared = new LinkedHashSet<>(); // a stream works on them, something is unasked
    private final Map<Connection, WantItem> workingOn = new HashMap<>();
    private final Map<FileId, List<WantItem>> open = new HashMap<>();
    private int itemsOpen;

    WantBoard(String export, int requestsKept) {
        this.export = export;
        this.requestsKept = requestsKept;
    }

    int itemsOpen() {
        return itemsOpen;
    }

    void add(WantedFile wanted) {
        WantItem item = new WantItem(wanted);
        open.computeIfAbsent(item.file(), file -> new ArrayList<>(1)).add(item);
        itemsOpen++;
        (item.isSmall() ? small : large).add(item);
    }

    List<WantItem> of(FileId file) {
        return List.copyOf(open.getOrDefault(file, List.of()));
    }

    List<WantItem> all() {
        List<WantItem> all = new ArrayList<>(itemsOpen);
        open.values().forEach(all::addAll);
        return all;
    }

    /** Forgets an item; its parts on streams that nobody else waits for are cancelled. */
    void end(WantItem item) {
        if (item.isEnded()) return;
        item.end();
        List<WantItem> others = open.get(item.file());
        if (others != null && others.remove(item)) {
            itemsOpen--;
            if (others.isEmpty()) open.remove(item.file());
        }
        shared.remove(item);
        workingOn.values().remove(item);
        for (WantPart part : List.copyOf(item.parts)) part.request.connection.dropIfUnwanted(part.request);
    }

    void lost(Connection connection) {
        workingOn.remove(connection);
    }

    /** Asks for as much as the streams take. */
    void ask(List<Connection> connections) {
        List<Connection> byLoad = new ArrayList<>(connections);
        boolean asked = !byLoad.isEmpty();
        while (asked) {
            asked = false;
            byLoad.sort(Comparator.comparingLong(Connection::bytesOutstanding));
            for (Connection connection : byLoad) {
                asked |= askSmall(connection, byLoad.size());
                asked |= askLarge(connection, byLoad.size());
            }
        }
    }

    private boolean mayAsk(Connection connection) {
        OfferedLimits limits = connection.limits();
        int requestsMax = limits.outstandingRequestsMax();
        if (requestsMax < 1 || limits.outstandingBytesMax() < limits.blockBytes())
            return false; // nothing now, by LIMITS
        return connection.requestsOutstanding() < Math.max(1, requestsMax - Math.min(requestsKept, requestsMax / 4));
    }

    private boolean askSmall(Connection connection, int streams) {
        small.removeIf(WantItem::isEnded);
        if (small.isEmpty() || !mayAsk(connection)) return false;
        OfferedLimits limits = connection.limits();
        int fairShare = Math.max(SMALL_ITEMS_NOT_SPREAD, (small.size() + streams - 1) / streams);
        int itemsMax = Math.min(Math.min(fairShare, SMALL_ITEMS_PER_WANT), limits.itemsPerWantMax());
        itemsMax = Math.min(itemsMax, connection.itemsMax() - connection.itemsOutstanding());
        long room = Math.min(SMALL_BYTES_PER_WANT, limits.outstandingBytesMax() - connection.bytesOutstanding());
        WantRequest request = connection.newRequest();
        int frameBytes = 0;
        while (request.size() < itemsMax && !small.isEmpty()) {
            WantItem item = small.peek();
            frameBytes += WANT_ITEM_BYTES + pathBytes(item);
            if (item.unaskedBytes() > room || frameBytes > WANT_BYTES || request.has(item)) break;
            room -= item.unaskedBytes();
            small.poll();
            request.add(new WantPart(item, request, item.takeAll()));
        }
        if (request.size() == 0) return false;
        connection.ask(request, export);
        return true;
    }

    private boolean askLarge(Connection connection, int streams) {
        if (!mayAsk(connection) || connection.itemsOutstanding() >= connection.itemsMax()) return false;
        OfferedLimits limits = connection.limits();
        long limit = limits.outstandingBytesMax();
        long room = Math.max(limit - limit / 4, limits.blockBytes()) - connection.bytesOutstanding();
        room = Math.min(room, connection.largeBytesRoom());
        WantItem item = workFor(connection);
        if (item == null) return false;
        boolean isShared = streams > 1 && large.isEmpty();
        long bytes = Math.min(isShared ? SHARED_BYTES_PER_WANT : LARGE_BYTES_PER_WANT, limit / 4);
        bytes = Math.min(bytes, connection.largeBytesAhead() / 2);
        bytes = Math.min(Math.max(bytes, limits.blockBytes()), item.unaskedBytes());
        if (room < bytes) return false; // no crumbs: it is asked for when there is room for a whole part
        WantRequest request = connection.newRequest();
        List<ByteRange> ranges = item.take(bytes, limits.blockBytes());
        request.add(new WantPart(item, request, ranges));
        if (item.unaskedBytes() == 0) {
            shared.remove(item);
            workingOn.values().removeIf(other -> other == item);
        }
        connection.ask(request, export);
        return true;
    }

    private @Nullable WantItem workFor(Connection connection) {
        WantItem item = workingOn.get(connection);
        if (item != null) return item;
        large.removeIf(WantItem::isEnded);
        item = large.poll();
        if (item == null) return shared.isEmpty() ? null : shared.iterator().next();
        workingOn.put(connection, item);
        shared.add(item);
        return item;
    }

    private static int pathBytes(WantItem item) {
        int bytes = 0;
        for (FileName name : item.wanted.path().names()) bytes += name.length() + 1;
        return bytes;
    }
}
