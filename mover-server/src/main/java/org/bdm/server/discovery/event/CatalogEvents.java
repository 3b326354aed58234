package org.bdm.server.discovery.event;

import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.CharConversionException;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.bdm.server.discovery.http.BoundedBody;
import org.bdm.server.discovery.record.JsonAnswers;
import org.bdm.server.discovery.record.UnreadableRecord;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.exc.JacksonIOException;
import tools.jackson.databind.JsonNode;

/**
 * Reads messages of the ESGF-NG event stream: one to a line, or a file that is one JSON document, a message or a list of them. A message
 * that cannot be read is told with its line and does not end the reading. Not safe for several threads at once.
 */
public final class CatalogEvents {
    private static final int MESSAGE_BYTES_MAX = 64 << 20;

    private final String index;
    private final Consumer<CatalogEvent> receiver;
    private final Consumer<UnreadableEvent> refused;

    /**
     * Nothing read yet.
     *
     * @param index name under which the claims are told
     * @param receiver gets the events of each message in order
     */
    public CatalogEvents(String index, Consumer<CatalogEvent> receiver, Consumer<UnreadableEvent> refused) {
        this.index = index;
        this.receiver = receiver;
        this.refused = refused;
    }

    /**
     * Reads to the end.
     *
     * @return number of messages, unreadable ones included
     * @throws IOException if the stream breaks
     */
    public long read(InputStream in) throws IOException {
        BufferedInputStream buffered = new BufferedInputStream(in);
        long line = 0;
        long messages = 0;
        while (true) {
            Line next = Line.read(buffered);
            if (next == null) return messages;
            line++;
            if (next.isBlank()) continue;
            if (messages == 0 && next.beginsDocument()) return document(next, buffered);
            messages++;
            if (next.isTooLong())
                refused.accept(new UnreadableEvent(line, "longer than " + MESSAGE_BYTES_MAX + " bytes"));
            else message(next.bytes(), line);
        }
    }

    /** Reads one message, as Kafka has it in a record. Told events and refusals are those of {@code number}. */
    public void message(byte[] json, long number) {
        try (JsonParser parser = JsonAnswers.parser(new ByteArrayInputStream(json))) {
            parser.nextToken();
            Optional<JsonNode> tree = parser.currentToken() == null ? Optional.empty() : JsonAnswers.tree(parser);
            if (tree.isEmpty()) throw new UnreadableRecord("it is empty, or larger than a message can be");
            if (parser.nextToken() != null) throw new UnreadableRecord("there is something behind the message");
            tell(tree.get());
        } catch (JacksonException e) {
            refused.accept(new UnreadableEvent(number, "it is no JSON"));
        } catch (UnreadableRecord e) {
            refused.accept(new UnreadableEvent(number, e.reason()));
        }
    }

    /** All of it is told, or nothing. */
    private void tell(JsonNode message) throws UnreadableRecord {
        List<CatalogEvent> events = new EventMessage(index, message).events();
        events.forEach(receiver);
    }

    /** The whole file is one value, spread over lines. */
    private long document(Line first, InputStream rest) throws IOException {
        InputStream whole = new SequenceInputStream(new ByteArrayInputStream(first.bytes()), rest);
        BoundedBody bounded = new BoundedBody(whole, 4L * MESSAGE_BYTES_MAX);
        long messages = 0;
        try (JsonParser parser = JsonAnswers.parser(bounded)) {
            boolean isList = parser.nextToken() == JsonToken.START_ARRAY;
            if (isList) parser.nextToken();
            while (parser.currentToken() != null && parser.currentToken() != JsonToken.END_ARRAY) {
                messages++;
                Optional<JsonNode> tree = JsonAnswers.tree(parser);
                one(tree, messages);
                parser.nextToken();
            }
        } catch (JacksonIOException e) {
            IOException broken = e.getCause();
            if (broken == null) throw new IOException("the events cannot be read", e);
            boolean isOfTheText = broken instanceof BoundedBody.TooLong || broken instanceof CharConversionException;
            if (!isOfTheText) throw broken;
            messages++;
            refused.accept(new UnreadableEvent(messages, "it is too long or not in UTF-8; what follows is not read"));
        } catch (JacksonException e) {
            messages++;
            refused.accept(new UnreadableEvent(messages, "it is no JSON; what follows is not read"));
        }
        return messages;
    }

    private void one(Optional<JsonNode> tree, long number) {
        try {
            tell(tree.orElseThrow(() -> new UnreadableRecord("it is larger than a message can be")));
        } catch (UnreadableRecord e) {
            refused.accept(new UnreadableEvent(number, e.reason()));
        }
    }

    /** Bytes up to a line feed. */
    private record Line(byte[] bytes, boolean isTooLong) {
        /** Null at the end. */
        static @Nullable Line read(InputStream in) throws IOException {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            int next = in.read();
            if (next < 0) return null;
            long length = 0;
            for (; next >= 0; next = in.read()) {
                length++;
                if (length <= MESSAGE_BYTES_MAX) bytes.write(next);
                if (next == '\n') break;
            }
            return new Line(bytes.toByteArray(), length > MESSAGE_BYTES_MAX);
        }

        boolean isBlank() {
            return bytes.length < 1000 && new String(bytes, StandardCharsets.UTF_8).isBlank();
        }

        /** A brace alone, or a list: no message can look like that on one line. */
        boolean beginsDocument() {
            String start = new String(bytes, 0, Math.min(bytes.length, 100), StandardCharsets.UTF_8).strip();
            return start.startsWith("[") || start.equals("{");
        }
    }
}
