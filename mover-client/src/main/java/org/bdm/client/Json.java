package org.bdm.client;

import org.bdm.core.control.Page;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.json.JsonWriteFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.json.JsonMapper;

/** The messages as JSON text: lenient to what a newer server adds, pure ASCII when written. */
public final class Json {
    private static final JsonMapper MAPPER = JsonMapper.builder()
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .disable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            // Control characters of a terminal are not all below 0x20.
            .enable(JsonWriteFeature.ESCAPE_NON_ASCII)
            .build();

    private Json() {}

    /** One line without an end of line. */
    public static String text(Object message) {
        return MAPPER.writeValueAsString(message);
    }

    /** The text as it is sent. */
    public static byte[] bytes(Object message) {
        return MAPPER.writeValueAsBytes(message);
    }

    static JavaType type(Class<?> message) {
        return MAPPER.getTypeFactory().constructType(message);
    }

    static JavaType pageOf(Class<?> message) {
        return MAPPER.getTypeFactory().constructParametricType(Page.class, message);
    }

    /** The message, or null when these bytes are not one. */
    static <T> @Nullable T read(byte[] body, JavaType type) {
        try {
            return MAPPER.readValue(body, type);
        } catch (JacksonException notThatMessage) {
            return null;
        }
    }
}
