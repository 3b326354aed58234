package org.bdm.client;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.util.Enumeration;
import java.util.Iterator;
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

    /** One JSON text a line, made only as it is read: the list may be longer than memory. */
    static InputStream lines(Object first, Iterator<?> others) {
        InputStream head = line(first);
        Enumeration<InputStream> rest = new Enumeration<>() {
            @Override
            public boolean hasMoreElements() {
                return others.hasNext();
            }

            @Override
            public InputStream nextElement() {
                return line(others.next());
            }
        };
        return new SequenceInputStream(head, new SequenceInputStream(rest));
    }

    private static InputStream line(Object message) {
        return new ByteArrayInputStream((text(message) + "\n").getBytes(StandardCharsets.UTF_8));
    }
}
