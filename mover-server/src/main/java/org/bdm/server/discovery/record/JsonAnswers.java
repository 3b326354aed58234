package org.bdm.server.discovery.record;

import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.exc.StreamReadException;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** JSON of strangers: read token by token, with bounds for depth, texts and records. */
public final class JsonAnswers {
    public static final JsonMapper MAPPER = JsonMapper.builder(JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNestingDepth(100)
                            .maxStringLength(1 << 20)
                            .maxNumberLength(1000)
                            .maxNameLength(10_000)
                            .build())
                    .build())
            .build();

    /** A flat record is a few kilobytes; the largest of E3SM are 20. */
    private static final int RECORD_LETTERS_MAX = 4 << 20;

    private static final int RECORD_VALUES_MAX = 100_000;

    private JsonAnswers() {}

    public static JsonParser parser(InputStream body) {
        return MAPPER.createParser(body);
    }

    /** The parser must stand at the start of an object. */
    public static void expectObject(JsonParser parser, String what) {
        if (parser.currentToken() != JsonToken.START_OBJECT) {
            throw new StreamReadException(parser, what + " is no JSON object");
        }
    }

    /**
     * Reads one flat object, from its start to its end; objects in it are left out.
     *
     * @return empty if it is larger than a record can be; it was read over
     */
    public static Optional<IndexRecord> record(JsonParser parser) {
        expectObject(parser, "a record");
        Map<String, List<String>> fields = new HashMap<>();
        long letters = 0;
        long values = 0;
        boolean isWhole = true;
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String name = parser.currentName();
            List<String> texts = texts(parser, parser.nextToken());
            if (!isWhole || texts.isEmpty()) continue;
            for (String text : texts) letters += text.length();
            letters += name.length();
            values += texts.size();
            isWhole = letters <= RECORD_LETTERS_MAX && values <= RECORD_VALUES_MAX;
            if (isWhole) fields.put(name, List.copyOf(texts));
            else fields.clear();
        }
        return isWhole ? Optional.of(new IndexRecord(fields)) : Optional.empty();
    }

    /** A scalar as a list of one; what is neither scalar nor a list of them as an empty list. Leaves the parser at its last token. */
    public static List<String> texts(JsonParser parser, JsonToken token) {
        List<String> texts = new ArrayList<>();
        if (token != JsonToken.START_ARRAY) {
            add(parser, token, texts);
            return texts;
        }
        long letters = 0;
        for (JsonToken next = parser.nextToken(); next != JsonToken.END_ARRAY; next = parser.nextToken()) {
            boolean isBounded = letters <= RECORD_LETTERS_MAX && texts.size() <= RECORD_VALUES_MAX;
            if (isBounded) letters += add(parser, next, texts);
            else parser.skipChildren();
        }
        return texts;
    }

    private static int add(JsonParser parser, JsonToken token, List<String> texts) {
        if (!token.isScalarValue()) {
            parser.skipChildren();
            return 0;
        }
        if (token == JsonToken.VALUE_NULL) return 0;
        String text = parser.getString();
        if (!text.isBlank()) texts.add(text);
        return text.length();
    }

    /**
     * Reads one value with everything in it, from its first token to its last.
     *
     * @return empty if it has more values or letters than anything that is expected; it was read over
     */
    public static Optional<JsonNode> tree(JsonParser parser) {
        BoundedTree tree = new BoundedTree(parser);
        JsonNode node = tree.read();
        return tree.isExceeded() ? Optional.empty() : Optional.of(node);
    }

    /** A member's scalars; none if it is something else. */
    public static List<String> texts(JsonNode parent, String name) {
        JsonNode member = parent.path(name);
        List<String> texts = new ArrayList<>();
        if (member.isArray()) member.forEach(one -> add(one, texts));
        else add(member, texts);
        return texts;
    }

    /** The first of a member's scalars. */
    public static Optional<String> text(JsonNode parent, String name) {
        return texts(parent, name).stream().findFirst();
    }

    private static void add(JsonNode node, List<String> texts) {
        if (!node.isValueNode() || node.isNull() || node.isMissingNode()) return;
        String text = node.asString();
        if (!text.isBlank()) texts.add(text);
    }
}
