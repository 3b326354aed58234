package org.bdm.server.discovery.record;

import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.MissingNode;
import tools.jackson.databind.node.ObjectNode;

/** Reads one JSON value into memory, up to a bound. An item of 20,000 files with five copies each is within it. */
final class BoundedTree {
    private static final int VALUES_MAX = 2_000_000;
    private static final int LETTERS_MAX = 64 << 20;

    private final JsonParser parser;
    private final JsonNodeFactory nodes = JsonNodeFactory.instance;
    private long values;
    private long letters;

    BoundedTree(JsonParser parser) {
        this.parser = parser;
    }

    boolean isExceeded() {
        return values > VALUES_MAX || letters > LETTERS_MAX;
    }

    /** The value at whose first token the parser stands. The depth is bounded by the parser. */
    JsonNode read() {
        JsonToken token = parser.currentToken();
        values++;
        if (isExceeded()) {
            parser.skipChildren();
            return MissingNode.getInstance();
        }
        return switch (token) {
            case START_OBJECT -> object();
            case START_ARRAY -> array();
            case VALUE_TRUE -> nodes.booleanNode(true);
            case VALUE_FALSE -> nodes.booleanNode(false);
            case VALUE_NULL -> nodes.nullNode();
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> number();
            default -> text();
        };
    }

    /** Whole numbers of a sane size; others stay as they are written. */
    private JsonNode number() {
        String text = parser.getString();
        boolean isPlain = text.length() <= 18 && text.matches("-?\\d+");
        return isPlain ? nodes.numberNode(Long.parseLong(text)) : text();
    }

    private JsonNode text() {
        String text = parser.getString();
        letters += text.length();
        return nodes.stringNode(text);
    }

    private ObjectNode object() {
        ObjectNode object = nodes.objectNode();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String name = parser.currentName();
            letters += name.length();
            parser.nextToken();
            object.set(name, read());
        }
        return object;
    }

    private ArrayNode array() {
        ArrayNode array = nodes.arrayNode();
        while (parser.nextToken() != JsonToken.END_ARRAY) array.add(read());
        return array;
    }
}
