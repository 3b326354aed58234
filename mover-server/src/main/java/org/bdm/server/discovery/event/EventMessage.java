package org.bdm.server.discovery.event;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.bdm.server.discovery.index.Claim;
import org.bdm.server.discovery.index.Findings;
import org.bdm.server.discovery.record.IndexRecord;
import org.bdm.server.discovery.record.JsonAnswers;
import org.bdm.server.discovery.record.UnreadableRecord;
import org.bdm.server.discovery.stac.StacItem;
import org.bdm.server.drs.DatasetName;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/**
 * One message in any of its recorded spellings: {@code {"metadata":{},"data":{"payload":{}}}}, the same as {@code value} of a dumped Kafka
 * record or as {@code message}, the payload alone, or a bare item. Items of the first drafts are wrapped in objects by project and
 * institution.
 */
final class EventMessage {
    private static final int WRAPPINGS_MAX = 8;

    private final String index;
    private final JsonNode payload;
    private final Optional<Instant> at;

    EventMessage(String index, JsonNode message) throws UnreadableRecord {
        this.index = index;
        JsonNode inner = unwrapped(message, 0);
        JsonNode around = inner.path("data").path("payload").isObject() ? inner.path("data") : inner;
        payload = around.path("payload").isObject() ? around.path("payload") : inner;
        at = JsonAnswers.text(inner.path("metadata"), "time")
                .or(() -> JsonAnswers.text(inner, "time"))
                .flatMap(IndexRecord::instantOf);
    }

    /** Returns the published item, whether alone, in {@code item} or in a message. */
    List<StacItem> items() throws UnreadableRecord {
        String method = JsonAnswers.text(payload, "method").orElse("").toUpperCase(Locale.ROOT);
        boolean isPublished = method.isEmpty() || method.equals("POST") || method.equals("PUT");
        if (!isPublished) throw new UnreadableRecord("the message publishes nothing: its method is not POST or PUT");
        List<JsonNode> nodes = payload.path("item").isObject() ? items(payload.path("item"), 0) : List.of(payload);
        if (nodes.isEmpty()) throw new UnreadableRecord("it has no item");
        List<StacItem> items = new ArrayList<>();
        for (JsonNode node : nodes) {
            if (EventPatch.isHidden(node)) throw new UnreadableRecord("the item is hidden in its catalog");
            items.add(StacItem.of(node));
        }
        return items;
    }

    private static JsonNode unwrapped(JsonNode message, int wrappings) throws UnreadableRecord {
        if (wrappings > WRAPPINGS_MAX) throw new UnreadableRecord("it is wrapped too often");
        if (message.isString()) return unwrapped(parsed(message.asString()), wrappings + 1);
        if (!message.isObject()) throw new UnreadableRecord("a message is no JSON object");
        for (String wrapping : List.of("message", "value")) {
            JsonNode inner = message.path(wrapping);
            if (inner.isObject() || inner.isString()) return unwrapped(inner, wrappings + 1);
        }
        return message;
    }

    /** Dumps of a topic have the message as text in text. */
    private static JsonNode parsed(String json) throws UnreadableRecord {
        try {
            return JsonAnswers.MAPPER.readTree(json);
        } catch (JacksonException e) {
            UnreadableRecord unreadable = new UnreadableRecord("the message in it is no JSON");
            unreadable.initCause(e);
            throw unreadable;
        }
    }

    List<CatalogEvent> events() throws UnreadableRecord {
        String method = JsonAnswers.text(payload, "method").orElse("").toUpperCase(Locale.ROOT);
        boolean isBareItem = method.isEmpty() && payload.path("assets").isObject();
        return switch (method) {
            case "POST", "PUT" -> published(items(payload.path("item"), 0));
            case "PATCH" -> new EventPatch(index, itemId(), at, payload).events();
            case "DELETE" -> List.of(new CatalogEvent.Hidden(itemId(), at));
            default -> {
                if (isBareItem) yield published(List.of(payload));
                throw new UnreadableRecord(method.isEmpty() ? "it says no method" : "its method is not known");
            }
        };
    }

    private String itemId() throws UnreadableRecord {
        return JsonAnswers.text(payload, "item_id")
                .or(() -> JsonAnswers.text(payload.path("item"), "id"))
                .or(() -> JsonAnswers.text(payload.path("patch"), "id"))
                .flatMap(DatasetName::read)
                .map(DatasetName::instanceId)
                .orElseThrow(() -> new UnreadableRecord("it does not name its dataset"));
    }

    private List<CatalogEvent> published(List<JsonNode> items) throws UnreadableRecord {
        if (items.isEmpty()) throw new UnreadableRecord("it has no item");
        List<CatalogEvent> events = new ArrayList<>();
        for (JsonNode node : items) {
            StacItem item = StacItem.of(node);
            if (EventPatch.isHidden(node)) {
                events.add(new CatalogEvent.Hidden(item.instanceId(), at));
                continue;
            }
            Findings findings = new Findings(index, Clock.fixed(at.orElse(Instant.EPOCH), ZoneOffset.UTC), claim -> {});
            List<Claim> claims = item.claims(index, findings);
            if (!findings.warnings().isEmpty()) {
                throw new UnreadableRecord(findings.warnings().get(0).text());
            }
            events.add(new CatalogEvent.Published(item.instanceId(), at, claims));
        }
        return events;
    }

    /** The item, or those that are wrapped in it. */
    private static List<JsonNode> items(JsonNode node, int depth) {
        List<JsonNode> items = new ArrayList<>();
        boolean isItem = node.isObject() && node.path("id").isString();
        if (isItem) items.add(node);
        else if (depth < WRAPPINGS_MAX) for (JsonNode inner : node) items.addAll(items(inner, depth + 1));
        return items;
    }
}
