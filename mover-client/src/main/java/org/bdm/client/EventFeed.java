package org.bdm.client;

import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.stream.Stream;
import org.bdm.core.control.job.EventView;

/** Reads a {@code text/event-stream} in which each event has its JSON in one {@code data} line. */
final class EventFeed {
    private static final String DATA = "data:";

    private EventFeed() {}

    /** Comments, identifiers and keep-alives are passed over: the id is in the message as well. */
    static Stream<EventView> events(Stream<String> lines) {
        return lines.filter(line -> line.startsWith(DATA))
                .map(line -> line.substring(DATA.length()).strip())
                .map(data -> Json.<EventView>read(data.getBytes(StandardCharsets.UTF_8), Json.type(EventView.class)))
                .filter(Objects::nonNull)
                .map(Objects::requireNonNull);
    }
}
