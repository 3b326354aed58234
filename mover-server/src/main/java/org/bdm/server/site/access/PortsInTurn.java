package org.bdm.server.site.access;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.bdm.core.source.bdm.StreamOpener;
import org.bdm.core.stream.DataStream;
import org.bdm.core.stream.StreamListener;

/**
 * Opens the streams of one session at one of several data ports of a site. All meet the same port until that one does not answer; then the
 * next in turn takes its place for the whole session. Any thread.
 */
final class PortsInTurn implements StreamOpener {
    /** One port and what opens streams to it. */
    record Port(String address, StreamOpener opener) {}

    private final List<Port> ports;
    private final PeerPorts known;
    private final Consumer<List<String>> onTold;
    private final AtomicInteger chosen = new AtomicInteger();
    private final Map<DataStream, Port> portOf = new ConcurrentHashMap<>();

    /**
     * Begins with the first port.
     *
     * @param known hears which ports answer
     * @param onTold given what the site says of its ports
     */
    PortsInTurn(List<Port> ports, PeerPorts known, Consumer<List<String>> onTold) {
        this.ports = List.copyOf(ports);
        this.known = known;
        this.onTold = onTold;
    }

    @Override
    public CompletionStage<DataStream> open(String session, StreamListener listener) {
        return open(session, listener, ports.size());
    }

    private CompletionStage<DataStream> open(String session, StreamListener listener, int portsLeft) {
        Port port = ports.get(chosen.get());
        return port.opener()
                .open(session, listener)
                .handle((stream, failure) -> {
                    if (failure == null) {
                        portOf.put(stream, port);
                        return CompletableFuture.completedStage(stream);
                    }
                    passOver(port);
                    if (portsLeft > 1) return open(session, listener, portsLeft - 1);
                    return CompletableFuture.<DataStream>failedStage(failure);
                })
                .thenCompose(next -> next);
    }

    private void passOver(Port port) {
        known.missed(port.address());
        int at = ports.indexOf(port);
        chosen.compareAndSet(at, (at + 1) % ports.size());
    }

    @Override
    public void ungreeted(DataStream stream) {
        Port port = portOf.remove(stream);
        if (port != null) passOver(port);
    }

    @Override
    public void portsTold(List<String> dataPorts) {
        known.answered(ports.get(chosen.get()).address());
        onTold.accept(dataPorts);
    }

    @Override
    public void giveBack(DataStream stream) {
        Port port = portOf.remove(stream);
        if (port == null) StreamOpener.super.giveBack(stream);
        else port.opener().giveBack(stream);
    }
}
