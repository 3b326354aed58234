package org.bdm.server.api.job;

import org.bdm.core.control.job.EventView;
import org.bdm.server.catalog.job.Event;
import org.bdm.server.message.ProblemText;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Events as the API shows them: what they hold beyond their sentence is in their JSON. */
public final class EventViews {
    private final JsonMapper json;

    EventViews(JsonMapper json) {
        this.json = json;
    }

    EventView of(Event event) {
        JsonNode data = data(event);
        return new EventView(
                String.valueOf(event.number()),
                event.at(),
                event.job() == null ? null : event.job().toString(),
                text(data, "file"),
                event.code(),
                text(data, "code"),
                ProblemText.shown(event.text()));
    }

    private @Nullable JsonNode data(Event event) {
        if (event.dataJson().isEmpty()) return null;
        try {
            return json.readTree(event.dataJson());
        } catch (JacksonException notJson) {
            return null; // the sentence of the event is still true
        }
    }

    private static @Nullable String text(@Nullable JsonNode data, String field) {
        JsonNode value = data == null ? null : data.get(field);
        return value == null || value.isNull() ? null : value.asString();
    }
}
