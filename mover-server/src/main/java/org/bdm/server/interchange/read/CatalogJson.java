package org.bdm.server.interchange.read;

import java.io.IOException;
import java.io.InputStream;
import java.util.Set;
import java.util.regex.Pattern;
import org.bdm.server.discovery.event.CatalogItem;
import org.bdm.server.interchange.entry.DatasetWish;
import org.bdm.server.interchange.entry.EntryReceiver;
import org.bdm.server.interchange.entry.QuotedText;
import org.bdm.server.interchange.entry.RefusedLine;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * JSON as the catalogs of ESGF answer and are asked: STAC items and collections of them, records of esg-search and of Globus Search, with
 * or without the envelope, items in messages of the event stream of ESGF-NG, lists of dataset ids, and a search of STAC (CQL2). Read
 * record by record; several documents may follow each other. What is no JSON ends the reading.
 */
final class CatalogJson implements ListFormat {
    /** Sections of configuration files are in brackets, too. */
    private static final Pattern START = Pattern.compile("\\{|\\[\\s*+[\\[{\"\\]0-9]");

    private static final int DEPTH_MAX = 64;
    private static final int TEXT_LENGTH_MAX = 256 * 1024;
    private static final int NUMBER_LENGTH_MAX = 100;
    /** Members that hold records in a list. */
    private static final Set<String> LISTS = Set.of("features", "docs", "gmeta", "entries");
    /** Members that hold such a member, or are a record: those of answers. */
    private static final Set<String> ENVELOPES = Set.of("response", "globus_response");

    private final JsonMapper json = JsonMapper.builder(JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNestingDepth(DEPTH_MAX)
                            .maxStringLength(TEXT_LENGTH_MAX)
                            .maxNameLength(TEXT_LENGTH_MAX)
                            .maxNumberLength(NUMBER_LENGTH_MAX)
                            .build())
                    .build())
            .build();

    @Override
    public String name() {
        return "catalog-json";
    }

    /** Queries of esgpull may be JSON too; they have a mark of their own. */
    @Override
    public int likeness(FileStart start) {
        String text = start.text().stripLeading();
        return START.matcher(text).lookingAt() ? CERTAIN : 0;
    }

    @Override
    public void read(InputStream in, EntryReceiver receiver) throws IOException {
        RecordBound bound = new RecordBound(in);
        long line = 1;
        try (JsonParser parser = json.createParser(bound)) {
            Reading reading = new Reading(parser, bound, receiver);
            try {
                while (parser.nextToken() != null) reading.record();
            } catch (JacksonException e) {
                line = Math.max(1, parser.currentLocation().getLineNr());
                throw e;
            }
            if (reading.records == 0) receiver.refused(1, "the document holds no record of a catalog");
        } catch (JacksonException e) {
            IOException broken = bound.broken();
            if (broken != null) throw broken;
            receiver.refused(
                    line,
                    bound.isExceeded()
                            ? "a record is longer than " + RecordBound.RECORD_BYTES_MAX + " bytes"
                            : "not JSON that is read here: the reading ends here");
        }
    }

    /** One walk through the documents. */
    private static final class Reading {
        private final JsonParser parser;
        private final RecordBound bound;
        private final EntryReceiver receiver;
        private long records;

        Reading(JsonParser parser, RecordBound bound, EntryReceiver receiver) {
            this.parser = parser;
            this.bound = bound;
            this.receiver = receiver;
        }

        /** Reads what begins at the current token: a list of records, an envelope, or one record. */
        void record() {
            bound.start();
            if (parser.currentToken() == JsonToken.START_ARRAY) {
                while (parser.nextToken() != JsonToken.END_ARRAY) record();
            } else if (parser.currentToken() == JsonToken.START_OBJECT) {
                object();
            } else {
                long line = line();
                told(line, parser.readValueAsTree());
            }
        }

        /** Members with lists are gone through; what is left is a record itself, if there was no list. */
        private void object() {
            long line = line();
            ObjectNode rest = JsonMapper.shared().createObjectNode();
            boolean isEnvelope = false;
            while (parser.nextToken() != JsonToken.END_OBJECT) {
                String name = parser.currentName();
                JsonToken value = parser.nextToken();
                boolean isList = value == JsonToken.START_ARRAY && LISTS.contains(name);
                boolean isInner = value == JsonToken.START_OBJECT && ENVELOPES.contains(name);
                isEnvelope |= isList || isInner;
                if (isList || isInner) record();
                else if (isEnvelope) parser.skipChildren(); // else a long envelope would be kept as a whole
                else rest.set(name, (JsonNode) parser.readValueAsTree());
            }
            if (!isEnvelope) told(line, rest.has("content") ? rest.get("content") : rest);
        }

        private void told(long line, JsonNode record) {
            records++;
            try {
                if (record.isString()) {
                    receiver.entry(line, DatasetWish.parse(record.stringValue().strip()));
                } else if (CatalogItem.isToldBy(record)) {
                    for (CatalogItem item : CatalogItem.of(record, reason -> refused(line, reason))) {
                        new ItemEntries(line, item).tell(receiver);
                    }
                } else if (StacSearch.fits(record)) {
                    new StacSearch(record).tell(line, receiver);
                } else if (SearchRecord.fits(record)) {
                    new SearchRecord(record).tell(line, receiver);
                } else {
                    throw new RefusedLine("neither a STAC item, a record of an index, a dataset id nor a search");
                }
            } catch (RefusedLine e) {
                receiver.refused(line, e.reason());
            }
        }

        /** Records an item or a message that cannot be read. */
        private void refused(long line, String reason) {
            receiver.refused(line, QuotedText.plain(reason));
        }

        private long line() {
            return Math.max(1, parser.currentTokenLocation().getLineNr());
        }
    }
}
