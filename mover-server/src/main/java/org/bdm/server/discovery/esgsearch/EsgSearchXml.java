package org.bdm.server.discovery.esgsearch;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import javax.xml.stream.XMLStreamReader;
import org.bdm.server.discovery.index.IndexFailure;
import org.bdm.server.discovery.record.IndexRecord;
import org.bdm.server.discovery.record.XmlAnswers;
import org.jspecify.annotations.Nullable;

/**
 * The XML of esg-search: what Solr answers where no other format is asked for ({@code <response><result numFound="1"><doc><arr
 * name="url"><str>..}), and the records with which datasets are published ({@code <doc><field name="id">..}), one or several in any element
 * around them. It tells the same records as the JSON does.
 */
final class EsgSearchXml implements XmlAnswers.Elements {
    private static final int TEXT_MAX = 1 << 20;
    private static final int RECORD_LETTERS_MAX = 4 << 20;
    private static final int RECORD_VALUES_MAX = 100_000;
    private static final int FACET_VALUES_MAX = 200_000;

    private final Consumer<Optional<IndexRecord>> receiver;
    private final Map<String, Map<String, Long>> facets = new LinkedHashMap<>();
    private final List<String> names = new ArrayList<>();
    private @Nullable Map<String, List<String>> fields;
    private int recordDepth;
    private long letters;
    private long values;
    private int facetValues;
    private long found = -1;
    private int records;
    private boolean isPartial;

    private EsgSearchXml(Consumer<Optional<IndexRecord>> receiver) {
        this.receiver = receiver;
    }

    /**
     * Reads to the end.
     *
     * @param receiver gets each record; an empty one stands for a record that is too large
     * @throws IndexFailure for what is no such XML
     */
    static RecordPage read(InputStream body, Consumer<Optional<IndexRecord>> receiver)
            throws IOException, IndexFailure {
        EsgSearchXml answer = new EsgSearchXml(receiver);
        XmlAnswers.read(body, "its answer", TEXT_MAX, answer);
        // Records alone, as they are published, are all there are; without any it may be something else altogether.
        long all = answer.found < 0 && answer.records > 0 ? answer.records : answer.found;
        return new RecordPage(all, answer.records, answer.facets, answer.isPartial);
    }

    @Override
    public void begin(XMLStreamReader reader, int depth) throws IndexFailure {
        String element = reader.getLocalName();
        boolean isRoot = depth == 1;
        if (isRoot && element.equalsIgnoreCase("html")) {
            throw new IndexFailure("BROKEN_ANSWER", "it answered with a web page instead of data");
        }
        names.add(XmlAnswers.value(reader, "name"));
        if (element.equals("result") && fields == null) {
            found = IndexRecord.numberOf(XmlAnswers.value(reader, "numFound")).orElse(-1);
        }
        if (!element.equals("doc") || fields != null) return;
        fields = new HashMap<>();
        recordDepth = depth;
        letters = 0;
        values = 0;
    }

    @Override
    public void end(String element, String text) throws IndexFailure {
        int depth = names.size();
        String name = names.remove(depth - 1);
        if (fields == null) {
            outside(name, depth, text);
        } else if (depth == recordDepth) {
            records++;
            receiver.accept(isWhole() ? Optional.of(new IndexRecord(copied(fields))) : Optional.empty());
            fields = null;
        } else if (!element.equals("arr")) {
            boolean isInList = depth == recordDepth + 2;
            if (isInList || depth == recordDepth + 1) field(fields, isInList ? names.get(depth - 2) : name, text);
        }
    }

    private boolean isWhole() {
        return letters <= RECORD_LETTERS_MAX && values <= RECORD_VALUES_MAX;
    }

    private void field(Map<String, List<String>> record, String name, String text) {
        if (name.isEmpty() || text.isBlank()) return;
        letters += name.length() + text.length();
        values++;
        if (isWhole()) record.computeIfAbsent(name, key -> new ArrayList<>()).add(text.strip());
        else record.clear();
    }

    private static Map<String, List<String>> copied(Map<String, List<String>> record) {
        Map<String, List<String>> copy = new HashMap<>();
        record.forEach((name, texts) -> copy.put(name, List.copyOf(texts)));
        return copy;
    }

    /** {@code <lst name="facet_fields"><lst name="source_id"><int name="A">3</int>}, and what Solr says of its own work. */
    private void outside(String name, int depth, String text) throws IndexFailure {
        if (name.equals("partialResults")) isPartial |= text.strip().equalsIgnoreCase("true");
        boolean isFacet = depth >= 3 && names.get(depth - 3).equals("facet_fields") && !text.isBlank();
        if (!isFacet) return;
        if (++facetValues > FACET_VALUES_MAX) {
            throw new IndexFailure("BROKEN_ANSWER", "there are too many facet values");
        }
        long count = IndexRecord.numberOf(text).orElse(0);
        facets.computeIfAbsent(names.get(depth - 2), key -> new LinkedHashMap<>())
                .put(name, count);
    }
}
