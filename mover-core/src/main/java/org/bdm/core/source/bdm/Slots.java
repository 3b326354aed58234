package org.bdm.core.source.bdm;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.Dscp;
import org.bdm.core.id.Scitag;
import org.bdm.core.stream.DataStream;
import org.bdm.core.wire.Features;
import org.bdm.core.wire.Frame;
import org.jspecify.annotations.Nullable;

/** The places for the streams of one source, and the rate that they share. Owner only. */
final class Slots {
    private final List<Slot> slots = new ArrayList<>();
    private long bytesPerSecondMax;
    private Dscp dscp = Dscp.DEFAULT;
    private Runnable onOneSided = () -> {};
    private int readers = 1; // of each stream
    private volatile int readersMost = 1;
    private final MarkedFlows flows;

    Slots(FlowMarker marker) {
        this.flows = new MarkedFlows(marker);
    }

    /**
     * So many places from now on. Those that are too many retire, at once if no stream is open there; the rest gets back from retirement
     * first, and then grows.
     *
     * @return new places, to be dialled
     */
    List<Slot> resize(int number) {
        List<Slot> added = new ArrayList<>();
        for (Slot slot : slots) {
            if (working() < number && slot.isRetiring()) slot.retire(false);
        }
        while (working() < number) {
            Slot slot = new Slot();
            slots.add(slot);
            added.add(slot);
        }
        while (working() > number) idlest().retire(true);
        return added;
    }

    private int working() {
        return (int) slots.stream().filter(slot -> !slot.isRetiring()).count();
    }

    /** The working place that is missed least: without a stream, else that with the fewest bytes outstanding. */
    private Slot idlest() {
        return slots.stream()
                .filter(slot -> !slot.isRetiring())
                .min(Comparator.comparingLong(Slots::bytesOutstanding))
                .orElseThrow();
    }

    private static long bytesOutstanding(Slot slot) {
        Connection connection = slot.connection;
        return connection == null || !connection.isOpen() ? -1 : connection.bytesOutstanding();
    }

    /** Streams on which nothing new is asked. */
    List<Connection> retiring() {
        return slots.stream()
                .filter(Slot::isRetiring)
                .flatMap(slot -> Stream.ofNullable(slot.connection))
                .toList();
    }

    /** Takes out the places that have retired and on whose stream nothing is outstanding any more; returns their streams. */
    List<Connection> takeRetired() {
        List<Slot> gone = slots.stream().filter(Slots::isAtEnd).toList();
        slots.removeAll(gone);
        List<Connection> left = new ArrayList<>();
        for (Slot slot : gone) {
            if (slot.connection != null) left.add(slot.connection);
            slot.connection = null;
        }
        if (!gone.isEmpty()) shareRate();
        return left;
    }

    private static boolean isAtEnd(Slot slot) {
        Connection connection = slot.connection;
        boolean isWorking = connection != null && connection.isOpen() && connection.requestsOutstanding() > 0;
        return slot.isRetiring() && !isWorking;
    }

    /** Streams on which something new may be asked. */
    List<Connection> askable() {
        List<Connection> askable = new ArrayList<>(slots.size());
        for (Slot slot : slots) {
            Connection connection = slot.connection;
            if (connection != null && connection.isOpen() && !slot.isRetiring()) askable.add(connection);
        }
        return askable;
    }

    List<Slot> all() {
        return slots;
    }

    /** Takes the streams out of all places, open or not: the caller ends them. */
    List<Connection> takeAll() {
        List<Connection> taken = new ArrayList<>();
        for (Slot slot : slots) {
            if (slot.connection != null) taken.add(slot.connection);
            slot.connection = null;
        }
        flows.keep(List.of());
        return taken;
    }

    /** Streams that were welcomed and have not ended. */
    List<Connection> open() {
        List<Connection> open = new ArrayList<>(slots.size());
        for (Slot slot : slots) {
            if (slot.connection != null && slot.connection.isOpen()) open.add(slot.connection);
        }
        return open;
    }

    @Nullable Slot of(Connection connection) {
        for (Slot slot : slots) {
            if (slot.connection == connection) return slot;
        }
        return null;
    }

    void closeAll(MoverException reason) {
        for (Slot slot : slots) {
            if (slot.connection != null) slot.connection.close(reason);
        }
    }

    /** Over all streams; 0 is no limit. */
    void limitRate(long bytesPerSecond) {
        bytesPerSecondMax = bytesPerSecond;
        shareRate();
    }

    /** Sets the class of the packets of all streams, open now or later; {@code told} runs for each whose other end cannot set it. */
    void useDscp(Dscp next, Runnable told) {
        boolean isNew = !next.equals(dscp);
        dscp = next;
        onOneSided = told;
        if (isNew) open().forEach(this::useDscp);
    }

    /** Sets the number of readers of each stream, open now or later. One whose other end cannot change it has one. */
    void useReaders(int number) {
        if (number == readers) return;
        readers = number;
        open().forEach(this::useReaders);
    }

    /** Readers of a stream that the other end has; 1 as long as none has told. Any thread. */
    int readersMost() {
        return readersMost;
    }

    private void useReaders(Connection connection) {
        if (connection.has(Features.READERS)) connection.send(new Frame.UseReaders(readers));
    }

    /** Tells networks of all streams, open now or later. */
    void useScitag(Scitag scitag) {
        flows.mark(scitag, open());
    }

    private void useDscp(Connection connection) {
        DataStream stream = connection.stream();
        if (stream == null) return;
        stream.useDscp(dscp);
        if (connection.has(Features.DSCP)) connection.send(new Frame.UseDscp(dscp));
        else onOneSided.run();
    }

    /** Must be called when the other end has greeted us. A stream that was kept begins without a class, and with one reader. */
    void welcomed(Connection connection, Frame.Welcome welcome) {
        readersMost = Math.max(readersMost, welcome.readersMost());
        shareRate();
        if (readers > 1) useReaders(connection);
        if (!dscp.isDefault()) useDscp(connection);
        flows.opened(connection);
    }

    /** To be called when a stream was opened or has ended. */
    void shareRate() {
        List<Connection> open = open();
        flows.keep(open);
        if (open.isEmpty()) return;
        long share = bytesPerSecondMax == 0 ? 0 : Math.max(1, bytesPerSecondMax / open.size());
        for (Connection connection : open) connection.limitRate(share);
    }
}
