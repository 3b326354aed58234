package org.bdm.server.site.access;

import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import org.bdm.core.source.bdm.StreamOpener;
import org.bdm.core.stream.DataStream;
import org.bdm.core.stream.StreamListener;
import org.bdm.core.wire.Frame;

/**
 * Opens each stream by telling the site to dial, while it waits here for that, else at its ports. A site behind a firewall may begin to wait
 * only after a session to it has begun: when this node was restarted, for example. Any thread.
 */
final class DialledInFirst implements StreamOpener {
    private final BooleanSupplier isWaiting;
    private final StreamOpener dialledIn;
    private final StreamOpener ports;
    private final Set<DataStream> came = ConcurrentHashMap.newKeySet(); // that the site dialled, until they end

    /** With whether the site waits here now, and the two ways. */
    DialledInFirst(BooleanSupplier isWaiting, StreamOpener dialledIn, StreamOpener ports) {
        this.isWaiting = isWaiting;
        this.dialledIn = dialledIn;
        this.ports = ports;
    }

    @Override
    public CompletionStage<DataStream> open(String session, StreamListener listener) {
        if (!isWaiting.getAsBoolean()) return ports.open(session, listener);
        return dialledIn.open(session, listener).thenApply(stream -> {
            came.add(stream);
            return stream;
        });
    }

    @Override
    public void greeted(DataStream stream, Frame.Welcome welcome) {
        (came.contains(stream) ? dialledIn : ports).greeted(stream, welcome);
    }

    @Override
    public boolean ended(DataStream stream, boolean wasGreeted) {
        return (came.remove(stream) ? dialledIn : ports).ended(stream, wasGreeted);
    }

    @Override
    public void giveBack(DataStream stream) {
        (came.remove(stream) ? dialledIn : ports).giveBack(stream);
    }
}
