package org.bdm.server.interchange.read;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.bdm.server.interchange.entry.EntryReceiver;
import org.bdm.server.interchange.entry.FacetCollection;
import org.bdm.server.interchange.entry.QuotedText;
import org.bdm.server.interchange.entry.RefusedLine;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.nodes.Node;

/**
 * Selections as esgpull wrote them before it had queries: facets, and under {@code requests} what single requests have besides or instead.
 * A facet of a request takes the place of the common one; one that is written {@code +NAME} adds to it. Values are a list, or one text with
 * commas.
 *
 * <pre>
 *   project: CMIP6
 *   table_id: Emon
 *   requests:
 *   - variable_id: raGrass,raTree          table_id is Emon
 *   - +table_id: fx                        table_id is Emon or fx
 *     variable_id: orog
 * </pre>
 */
final class FacetRequests implements ListFormat {
    private static final Pattern REQUESTS = Pattern.compile("\\{?[\"']?requests[\"']?[ \\t]*+:.*+");

    @Override
    public String name() {
        return "facet-requests";
    }

    @Override
    public int likeness(FileStart start) {
        return start.count(line -> REQUESTS.matcher(line).matches()) > 0 ? CERTAIN : 0;
    }

    @Override
    public void read(InputStream in, EntryReceiver receiver) throws IOException {
        Node document = YamlText.read(in, receiver);
        if (document == null) return;
        try {
            Map<String, Node> fields = YamlText.mapping("the document", document);
            Node requests = fields.remove("requests");
            Node use = fields.remove("use");
            if (use != null) fields.putAll(YamlText.mapping("use", use));
            Map<String, List<String>> common = changed(Map.of(), fields);
            if (requests == null) tell(document, common, receiver);
            else tellEach(YamlText.sequence(requests), common, receiver);
        } catch (RefusedLine e) {
            receiver.refused(YamlText.line(document), e.reason());
        }
    }

    private static void tellEach(List<Node> requests, Map<String, List<String>> common, EntryReceiver receiver) {
        for (Node request : requests) {
            try {
                tell(request, changed(common, YamlText.mapping("the request", request)), receiver);
            } catch (RefusedLine e) {
                receiver.refused(YamlText.line(request), e.reason());
            }
        }
    }

    private static void tell(Node at, Map<String, List<String>> facets, EntryReceiver receiver) throws RefusedLine {
        FacetCollection query = new FacetCollection();
        for (Map.Entry<String, List<String>> facet : facets.entrySet()) {
            String name = facet.getKey();
            if (name.startsWith("!")) query.askNot(name.substring(1), facet.getValue());
            else query.ask(name, facet.getValue());
        }
        if (query.wantsNothing()) throw new RefusedLine("the request names no facet: it would find everything");
        receiver.entry(YamlText.line(at), query.query());
    }

    private static Map<String, List<String>> changed(Map<String, List<String>> common, Map<String, Node> fields)
            throws RefusedLine {
        Map<String, List<String>> facets = new TreeMap<>(common);
        for (Map.Entry<String, Node> field : fields.entrySet()) {
            boolean isAdded = field.getKey().startsWith("+");
            String name = isAdded ? field.getKey().substring(1) : field.getKey();
            List<String> values = values(name, field.getValue());
            facets.put(name, isAdded ? joined(facets.get(name), values) : values);
        }
        return facets;
    }

    private static List<String> joined(@Nullable List<String> before, List<String> more) {
        if (before == null) return more;
        List<String> both = new ArrayList<>(before);
        both.addAll(more);
        return both;
    }

    private static List<String> values(String name, Node node) throws RefusedLine {
        List<String> values = YamlText.scalars("a value of " + QuotedText.of(name), node).stream()
                .flatMap(text -> Arrays.stream(text.split(",")))
                .map(String::strip)
                .filter(text -> !text.isEmpty())
                .toList();
        if (values.isEmpty()) throw new RefusedLine(QuotedText.of(name) + " has no value");
        return values;
    }
}
