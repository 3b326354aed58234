package org.bdm.server.site.access;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.SiteName;
import org.bdm.core.source.bdm.StreamOpener;
import org.bdm.core.stream.DataStream;
import org.bdm.core.stream.StreamListener;
import org.bdm.core.wire.Features;
import org.bdm.core.wire.Frame;
import org.jspecify.annotations.Nullable;

/**
 * Opens the streams of one session at one of several data ports of a site. All meet the same port. When that one does not answer, and no
 * stream to it is open, the next takes its place for the whole session. Any thread.
 */
final class PortsInTurn implements StreamOpener {
    /** One port and what opens streams to it. */
    record Port(String address, StreamOpener opener) {}

    /** For one stream: each may take the whole time of a connection that nobody answers. */
    private static final int TRIES_MAX = 4;

    private final SiteName site;
    private final List<Port> ports;
    private final PeerPorts known;
    private final Map<DataStream, Port> open = new HashMap<>(); // guarded by this
    private final Set<Port> passedOver = new HashSet<>(); // since one greeted us; guarded by this
    private int chosen; // guarded by this

    /**
     * Begins with the first port.
     *
     * @param known hears which ports answer, and what the site says of them
     */
    PortsInTurn(SiteName site, List<Port> ports, PeerPorts known) {
        this.site = site;
        this.ports = List.copyOf(ports);
        this.known = known;
    }

    @Override
    public CompletionStage<DataStream> open(String session, StreamListener listener) {
        return open(session, listener, Math.min(TRIES_MAX, ports.size()));
    }

    private CompletionStage<DataStream> open(String session, StreamListener listener, int triesLeft) {
        Port port = port();
        return port.opener()
                .open(session, listener)
                .handle((stream, failure) -> {
                    if (failure == null) {
                        opened(stream, port);
                        known.reached(site);
                        return CompletableFuture.completedStage(stream);
                    }
                    boolean goesOn = passOver(port);
                    if (goesOn && triesLeft > 1) return open(session, listener, triesLeft - 1);
                    known.unreachable(site);
                    return CompletableFuture.<DataStream>failedStage(goesOn ? notYet(failure) : failure);
                })
                .thenCompose(next -> next);
    }

    /** A retryable error: one bad port, one with another key for example, must not end a session that has others. */
    private static MoverException notYet(Throwable failure) {
        return new MoverException(
                ErrorCode.PEER_UNREACHABLE,
                "none of " + TRIES_MAX + " data ports accepted a connection; the others are tried next: "
                        + failure.getMessage(),
                failure);
    }

    private synchronized Port port() {
        return ports.get(chosen);
    }

    private synchronized void opened(DataStream stream, Port port) {
        open.put(stream, port);
    }

    /**
     * Unless another stream of the session is open there: then it answers, and this session stays.
     *
     * @return whether the session is at a port now that was not passed over
     */
    private synchronized boolean passOver(Port port) {
        if (open.containsValue(port)) return false;
        known.missed(site, port.address());
        passedOver.add(port);
        if (port.equals(ports.get(chosen))) chosen = (chosen + 1) % ports.size();
        return !passedOver.contains(ports.get(chosen));
    }

    @Override
    public void greeted(DataStream stream, Frame.Welcome welcome) {
        Port port = greetedAt(stream);
        if (port != null) known.answered(site, port.address());
        if ((welcome.features() & Features.DATA_PORTS) != 0) known.told(site, welcome.dataPorts());
    }

    @Override
    public boolean ended(DataStream stream, boolean wasGreeted) {
        Port port = closed(stream);
        return port != null && !wasGreeted && passOver(port);
    }

    @Override
    public void giveBack(DataStream stream) {
        Port port = closed(stream);
        if (port == null) StreamOpener.super.giveBack(stream);
        else port.opener().giveBack(stream);
    }

    private synchronized @Nullable Port greetedAt(DataStream stream) {
        passedOver.clear();
        return open.get(stream);
    }

    private synchronized @Nullable Port closed(DataStream stream) {
        return open.remove(stream);
    }
}
