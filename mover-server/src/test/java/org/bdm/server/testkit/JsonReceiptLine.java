package org.bdm.server.testkit;

import java.util.Optional;
import java.util.OptionalLong;
import org.bdm.core.receipt.ReceiptLine;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Takes lines of receipts apart as anybody with a JSON library may. */
public record JsonReceiptLine(JsonNode json) implements ReceiptLine {
    /** A reader. */
    public static ReceiptLine read(byte[] line) {
        try {
            return new JsonReceiptLine(JsonMapper.shared().readTree(line));
        } catch (JacksonException e) {
            throw new IllegalArgumentException(e);
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
