package org.bdm.server.discovery.esgsearch;

import java.io.InputStream;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.bdm.server.discovery.record.IndexRecord;
import org.bdm.server.discovery.record.JsonAnswers;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.exc.StreamReadException;

/**
 * The JSON of esg-search, which is that of Solr: {@code {"responseHeader":{}, "response":{"numFound":1,"docs":[{}]},
 * "facet_counts":{"facet_fields":{"source_id":["A",3,"B",1]}}}}. Members may lack, come in any order, or be unknown. Records are passed on
 * while the rest is still arriving. A bare array of records is read, too.
 */
public final class EsgSearchAnswer {
    private static final int FACET_VALUES_MAX = 200_000;

    private final JsonParser parser;
    private final Consumer<Optional<IndexRecord>> receiver;
    private final Map<String, Map<String, Long>> facets = new LinkedHashMap<>();
    private long found = -1;
    private int records;
    private int facetValues;
    private boolean isPartial;

    private EsgSearchAnswer(JsonParser parser, Consumer<Optional<IndexRecord>> receiver) {
        this.parser = parser;
        this.receiver = receiver;
    }

    /**
     * Reads to the end.
     *
     * @param receiver gets each record; an empty one stands for a record that is too large
     * @throws tools.jackson.core.JacksonException for what is no such JSON
     */
    public static RecordPage read(InputStream body, Consumer<Optional<IndexRecord>> receiver) {
        try (JsonParser parser = JsonAnswers.parser(body)) {
            EsgSearchAnswer answer = new EsgSearchAnswer(parser, receiver);
            answer.readAll();
            return new RecordPage(answer.found, answer.records, answer.facets, answer.isPartial);
        }
    }

    private void readAll() {
        JsonToken start = parser.nextToken();
        if (start == JsonToken.START_ARRAY) {
            readRecords();
            found = records;
        } else {
            JsonAnswers.expectObject(parser, "the answer");
            readMembers();
        }
        if (parser.nextToken() != null) throw new StreamReadException(parser, "there is more behind the answer");
    }

    /** Members of the envelope; some recorders wrap it once more in a member {@code response}. */
    private void readMembers() {
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String name = parser.currentName();
            JsonToken value = parser.nextToken();
            switch (name) {
                case "response", "facet_counts", "responseHeader" -> {
                    if (value == JsonToken.START_OBJECT) readMembers();
                    else parser.skipChildren();
                }
                case "docs" -> {
                    if (value == JsonToken.START_ARRAY) readRecords();
                    else throw new StreamReadException(parser, "docs is not an array");
                }
                case "facet_fields" -> {
                    if (value == JsonToken.START_OBJECT) readFacets();
                    else parser.skipChildren();
                }
                case "numFound" -> found = number(value);
                case "partialResults" -> {
                    isPartial |= value.isScalarValue() && parser.getString().equalsIgnoreCase("true");
                    parser.skipChildren();
                }
                default -> parser.skipChildren();
            }
        }
    }

    private long number(JsonToken value) {
        if (!value.isScalarValue()) throw new StreamReadException(parser, "a number is expected");
        return IndexRecord.numberOf(parser.getString()).orElse(-1);
    }

    private void readRecords() {
        for (JsonToken next = parser.nextToken(); next != JsonToken.END_ARRAY; next = parser.nextToken()) {
            records++;
            receiver.accept(JsonAnswers.record(parser));
        }
    }

    /** {@code "source_id":["A",3,"B",1]}. */
    private void readFacets() {
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String name = parser.currentName();
            List<String> texts = JsonAnswers.texts(parser, parser.nextToken());
            facetValues += texts.size() / 2;
            if (facetValues > FACET_VALUES_MAX)
                throw new StreamReadException(parser, "there are too many facet values");
            Map<String, Long> counts = new LinkedHashMap<>();
            for (int i = 0; i + 1 < texts.size(); i += 2) {
                counts.put(texts.get(i), IndexRecord.numberOf(texts.get(i + 1)).orElse(0));
            }
            facets.put(name, counts);
        }
    }
}
