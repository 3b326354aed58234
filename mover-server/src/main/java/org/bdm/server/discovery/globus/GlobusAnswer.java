package org.bdm.server.discovery.globus;

import java.io.InputStream;
import java.util.Optional;
import java.util.function.Consumer;
import org.bdm.server.discovery.esgsearch.EsgSearchAnswer;
import org.bdm.server.discovery.record.IndexRecord;
import org.bdm.server.discovery.record.JsonAnswers;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.exc.StreamReadException;

/**
 * The JSON of Globus Search: {@code {"gmeta":[{"subject":"..","entries":[{"content":{..}}]}],"total":1,"has_next_page":false,
 * "marker":".."}}, whose contents are the records of esg-search. Older answers have {@code "content":[{..}]} in place of the entries.
 */
public final class GlobusAnswer {
    private final JsonParser parser;
    private final Consumer<Optional<IndexRecord>> receiver;
    private long total = -1;
    private int records;
    private boolean hasNext;
    private Optional<String> marker = Optional.empty();
    private boolean hasResults;

    /**
     * The contents of a page besides its records.
     *
     * @param total records in all; -1 if it does not say
     * @param records how many were on this page
     * @param marker what the next page is asked for with
     */
    public record Page(long total, int records, boolean hasNext, Optional<String> marker) {}

    private GlobusAnswer(JsonParser parser, Consumer<Optional<IndexRecord>> receiver) {
        this.parser = parser;
        this.receiver = receiver;
    }

    /** Reads to the end, as {@link EsgSearchAnswer#read} does. */
    public static Page read(InputStream body, Consumer<Optional<IndexRecord>> receiver) {
        try (JsonParser parser = JsonAnswers.parser(body)) {
            GlobusAnswer answer = new GlobusAnswer(parser, receiver);
            parser.nextToken();
            JsonAnswers.expectObject(parser, "the answer");
            answer.readMembers();
            if (parser.nextToken() != null) throw new StreamReadException(parser, "there is more behind the answer");
            if (!answer.hasResults) throw new StreamReadException(parser, "the answer has no gmeta");
            return new Page(answer.total, answer.records, answer.hasNext, answer.marker);
        }
    }

    private void readMembers() {
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String name = parser.currentName();
            JsonToken value = parser.nextToken();
            switch (name) {
                case "globus_response" -> {
                    // How recorders wrap it
                    if (value == JsonToken.START_OBJECT) readMembers();
                    else parser.skipChildren();
                }
                case "gmeta" -> readResults(value);
                case "total" -> {
                    if (value.isScalarValue()) {
                        total = IndexRecord.numberOf(parser.getString()).orElse(-1);
                    } else {
                        parser.skipChildren();
                    }
                }
                case "has_next_page" -> {
                    hasNext = value == JsonToken.VALUE_TRUE;
                    parser.skipChildren();
                }
                case "marker" -> {
                    if (value == JsonToken.VALUE_STRING) marker = Optional.of(parser.getString());
                    else parser.skipChildren();
                }
                default -> parser.skipChildren();
            }
        }
    }

    private void readResults(JsonToken value) {
        if (value != JsonToken.START_ARRAY) throw new StreamReadException(parser, "gmeta is not an array");
        hasResults = true;
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            JsonAnswers.expectObject(parser, "a result");
            while (parser.nextToken() != JsonToken.END_OBJECT) {
                String name = parser.currentName();
                JsonToken member = parser.nextToken();
                boolean isList = member == JsonToken.START_ARRAY;
                if (name.equals("entries") && isList) readEntries();
                else if (name.equals("content") && isList) readContents();
                else parser.skipChildren();
            }
        }
    }

    private void readEntries() {
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            JsonAnswers.expectObject(parser, "an entry");
            while (parser.nextToken() != JsonToken.END_OBJECT) {
                String name = parser.currentName();
                parser.nextToken();
                if (name.equals("content")) readRecord();
                else parser.skipChildren();
            }
        }
    }

    private void readContents() {
        while (parser.nextToken() != JsonToken.END_ARRAY) readRecord();
    }

    private void readRecord() {
        records++;
        receiver.accept(JsonAnswers.record(parser));
    }
}
