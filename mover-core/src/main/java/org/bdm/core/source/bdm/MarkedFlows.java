package org.bdm.core.source.bdm;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.bdm.core.id.Scitag;
import org.bdm.core.stream.DataStream;
import org.jspecify.annotations.Nullable;

/** The streams of one source that networks were told of. Owner only. */
final class MarkedFlows {
    private final FlowMarker marker;
    private final Map<Connection, Marked> flows = new HashMap<>();
    private @Nullable Scitag scitag;

    /** A flow, and what had come over its stream before it began. */
    private record Marked(FlowMarker.Flow flow, long bytesBefore) {}

    MarkedFlows(FlowMarker marker) {
        this.marker = marker;
    }

    /** Marks these streams, and those that are opened from now on. */
    void mark(Scitag next, List<Connection> open) {
        if (next.equals(scitag)) return;
        scitag = next;
        keep(List.of());
        open.forEach(this::opened);
    }

    void opened(Connection connection) {
        Scitag tag = scitag;
        DataStream stream = connection.stream();
        if (tag == null || stream == null) return;
        long before = connection.pace.bytesArrived();
        stream.ends().ifPresent(ends -> flows.put(connection, new Marked(marker.began(ends, tag), before)));
    }

    /** Only these streams are open: the others have ended, or carry bytes for other jobs from now on. */
    void keep(List<Connection> open) {
        if (flows.isEmpty()) return;
        for (Connection gone : Set.copyOf(flows.keySet())) {
            if (open.contains(gone)) continue;
            Marked ended = flows.remove(gone);
            if (ended != null) ended.flow().ended(gone.pace.bytesArrived() - ended.bytesBefore());
        }
    }
}
