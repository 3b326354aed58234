package org.bdm.server.discovery.stac;

import java.io.InputStream;
import java.util.Optional;
import java.util.function.Consumer;
import org.bdm.server.discovery.record.IndexRecord;
import org.bdm.server.discovery.record.JsonAnswers;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.exc.StreamReadException;
import tools.jackson.databind.JsonNode;

/** A FeatureCollection, read item by item. */
public final class StacAnswer {
    private final JsonParser parser;
    private final Consumer<Optional<JsonNode>> receiver;
    private @Nullable JsonNode next;
    private long matched = -1;
    private int items;
    private boolean hasFeatures;

    /**
     * The contents of a page besides its items.
     *
     * @param matched items in all, -1 if it does not say
     * @param items how many were on this page
     * @param next link to the next page
     */
    public record Page(long matched, int items, Optional<JsonNode> next) {}

    private StacAnswer(JsonParser parser, Consumer<Optional<JsonNode>> receiver) {
        this.parser = parser;
        this.receiver = receiver;
    }

    /**
     * Reads to the end.
     *
     * @param receiver gets each item; an empty one stands for an item that is too large
     */
    public static Page read(InputStream body, Consumer<Optional<JsonNode>> receiver) {
        try (JsonParser parser = JsonAnswers.parser(body)) {
            StacAnswer answer = new StacAnswer(parser, receiver);
            parser.nextToken();
            JsonAnswers.expectObject(parser, "the answer");
            answer.readMembers();
            if (parser.nextToken() != null) throw new StreamReadException(parser, "there is more behind the answer");
            if (!answer.hasFeatures) throw new StreamReadException(parser, "the answer has no features");
            return new Page(answer.matched, answer.items, Optional.ofNullable(answer.next));
        }
    }

    private void readMembers() {
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String name = parser.currentName();
            JsonToken value = parser.nextToken();
            switch (name) {
                case "features" -> readFeatures(value);
                case "links" -> JsonAnswers.tree(parser).ifPresent(this::findNext);
                case "numMatched", "numberMatched" -> {
                    if (value.isNumeric())
                        matched = IndexRecord.numberOf(parser.getString()).orElse(-1);
                    else parser.skipChildren();
                }
                default -> parser.skipChildren();
            }
        }
    }

    private void readFeatures(JsonToken value) {
        if (value != JsonToken.START_ARRAY) throw new StreamReadException(parser, "features is not an array");
        hasFeatures = true;
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            items++;
            receiver.accept(JsonAnswers.tree(parser));
        }
    }

    private void findNext(JsonNode links) {
        for (JsonNode link : links) {
            if (JsonAnswers.text(link, "rel").orElse("").equals("next")) next = link;
        }
    }
}
