package org.bdm.client.cli.dataset;

import java.util.Optional;
import java.util.OptionalLong;
import org.bdm.core.receipt.ReceiptLine;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A line of a receipt, taken apart by the JSON library of the client. */
public record JsonReceiptLine(JsonNode json) implements ReceiptLine {
    private static final JsonMapper JSON = JsonMapper.builder().build();

    /** As {@link ReceiptLine.Reader} wants it. */
    public static ReceiptLine read(byte[] line) {
        try {
            return new JsonReceiptLine(JSON.readTree(line));
        } catch (JacksonException e) {
            throw new IllegalArgumentException("a line is not JSON", e);
        }
    }

    @Override
    public Optional<String> text(String name) {
        return Optional.of(json.path(name)).filter(JsonNode::isString).map(JsonNode::stringValue);
    }

    @Override
    public OptionalLong number(String name) {
        JsonNode value = json.path(name);
        return value.isIntegralNumber() && value.canConvertToLong()
                ? OptionalLong.of(value.longValue())
                : OptionalLong.empty();
    }
}
