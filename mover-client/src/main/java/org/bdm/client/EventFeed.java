package org.bdm.client;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.function.Consumer;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.bdm.core.control.job.EventView;
import org.jspecify.annotations.Nullable;

/**
 * Reads a {@code text/event-stream} in which each event has its JSON in one {@code data} line. A connection that is lost is made anew, and
 * the server continues after the last event. Belongs to one thread.
 */
final class EventFeed extends Spliterators.AbstractSpliterator<EventView> {
    private static final String DATA = "data:";
    private static final String NAME = "event:";

    private final RestConnection rest;
    private final RestPath path;
    private @Nullable String last;
    private BufferedReader lines;
    private boolean isAlive;

    /** Connects; nothing is read yet. */
    EventFeed(RestConnection rest, RestPath path, @Nullable String afterEventId) {
        super(Long.MAX_VALUE, Spliterator.ORDERED | Spliterator.NONNULL);
        this.rest = rest;
        this.path = path;
        this.last = afterEventId;
        this.lines = rest.follow(path, afterEventId);
    }

    /** All that come; closing the stream closes the connection. */
    Stream<EventView> events() {
        return StreamSupport.stream(this, false).onClose(this::close);
    }

    @Override
    public boolean tryAdvance(Consumer<? super EventView> action) {
        while (true) {
            String line = line();
            if (line == null) return false;
            EventView event = parsed(line);
            if (event == null) continue;
            last = event.id();
            action.accept(event);
            return true;
        }
    }

    private @Nullable String line() {
        while (true) {
            try {
                return lines.readLine();
            } catch (IOException e) {
                ServerUnreachable broken = rest.unreachable(e);
                if (!broken.isConnectionLost()) throw broken;
                close();
                isAlive = false;
                lines = rest.follow(path, last);
            }
        }
    }

    /** Comments and identifiers are passed over, for the id is in the message as well; and so are events that only say {@code alive}. */
    private @Nullable EventView parsed(String line) {
        if (line.isEmpty()) isAlive = false;
        if (line.startsWith(NAME))
            isAlive = line.substring(NAME.length()).strip().equals("alive");
        if (isAlive || !line.startsWith(DATA)) return null;
        byte[] data = line.substring(DATA.length()).strip().getBytes(StandardCharsets.UTF_8);
        return Json.read(data, Json.type(EventView.class));
    }

    private void close() {
        try {
            lines.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
