package org.bdm.server.hook;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;
import org.bdm.core.id.SiteName;
import org.bdm.server.catalog.job.Event;
import org.bdm.server.message.Sha256;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/**
 * The message that a hook is sent:
 *
 * <pre>{@code
 * {"site":"north","hook":"night","events":[
 *   {"id":"41","at":"2026-11-25T16:20:00.120Z","job":"job-7","kind":"SUCCEEDED","text":"job-7 was ACTIVE and is SUCCEEDED","data":{..}}]}
 * }</pre>
 *
 * {@code id} grows, and is that of {@code /events}: who is told twice knows it by the id. {@code job} is absent for events of the site.
 *
 * @param events in their order; at least one
 */
record HookMessage(SiteName site, String hook, List<Event> events) {
    private static final JsonFactory JSON = new JsonFactory();
    private static final int SUBJECT_LENGTH_MAX = 150;
    private static final int ID_DIGITS = 32;

    /**
     * Names the message: the same for each try to deliver these events, and for no others. A test has one of its own.
     */
    String id() {
        Event first = events.get(0);
        Event last = events.get(events.size() - 1);
        String named = site + "\n" + hook + "\n" + first.number() + "\n" + last.number() + "\n"
                + (first.number() == 0 ? first.at() : "");
        String digest = Sha256.of(named.getBytes(StandardCharsets.UTF_8)).hex();
        return "msg_" + digest.substring(0, ID_DIGITS);
    }

    byte[] json() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(1024);
        try (JsonGenerator out = JSON.createGenerator(ObjectWriteContext.empty(), bytes)) {
            out.writeStartObject();
            out.writeStringProperty("site", site.value());
            out.writeStringProperty("hook", hook);
            out.writeArrayPropertyStart("events");
            events.forEach(event -> write(out, event));
            out.writeEndArray();
            out.writeEndObject();
        }
        return bytes.toByteArray();
    }

    private static void write(JsonGenerator out, Event event) {
        out.writeStartObject();
        out.writeStringProperty("id", String.valueOf(event.number()));
        out.writeStringProperty("at", event.at().toString());
        if (event.job() != null) out.writeStringProperty("job", event.job().toString());
        out.writeStringProperty("kind", event.code());
        out.writeStringProperty("text", event.text());
        out.writeName("data");
        out.writeRawValue(event.dataJson().isEmpty() ? "{}" : event.dataJson());
        out.writeEndObject();
    }

    /** One line for people: the only event, or how many there are. */
    String subject() {
        String what = events.size() == 1 ? events.get(0).text() : events.size() + " events";
        String line = ("[" + site + "] " + what).replaceAll("\\p{Cntrl}", " ");
        return line.length() <= SUBJECT_LENGTH_MAX ? line : line.substring(0, SUBJECT_LENGTH_MAX);
    }

    /** The events for people, one a line. */
    String text() {
        return events.stream()
                .map(event -> event.at() + "  " + event.text() + "\n")
                .collect(Collectors.joining("", "", "\nSite " + site + ", hook '" + hook + "'\n"));
    }
}
