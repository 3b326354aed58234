package org.bdm.server.interchange.read;

import java.io.IOException;
import java.io.InputStream;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.bdm.server.interchange.entry.EntryReceiver;
import org.bdm.server.interchange.entry.FacetCollection;
import org.bdm.server.interchange.entry.QuotedText;
import org.bdm.server.interchange.entry.RefusedLine;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.SequenceNode;

/**
 * The queries of esgpull in YAML or JSON ({@code esgpull convert --out}, {@code esgpull show --yaml}): a list, a mapping by digest, or one
 * query. A query has what its parent selects too, when the parent is in the same file.
 */
final class EsgpullQueries implements ListFormat {
    private static final Pattern KEY = Pattern.compile("(?:- +)?\\{?[\"']?(?:selection|require)[\"']?[ \\t]*+:.*+");
    private static final int ANCESTORS_MAX = 16;

    @Override
    public String name() {
        return "esgpull";
    }

    @Override
    public int likeness(FileStart start) {
        String text = start.text().stripLeading();
        boolean isJson = (text.startsWith("{") || text.startsWith("[")) && text.contains("\"selection\"");
        return isJson || start.count(line -> KEY.matcher(line).matches()) > 0 ? CERTAIN : 0;
    }

    @Override
    public void read(InputStream in, EntryReceiver receiver) throws IOException {
        Node document = YamlText.read(in, receiver);
        if (document == null) return;
        Map<String, EsgpullQuery> queries = queries(document, receiver);
        Set<String> parents = new HashSet<>();
        for (EsgpullQuery query : queries.values()) {
            if (query.parent() != null) parents.add(query.parent());
        }
        queries.forEach((digest, query) -> {
            boolean isOnlyParent = parents.contains(digest) && !query.isTracked();
            if (!isOnlyParent) tell(query, queries, receiver);
            for (Node file : query.files()) EsgpullFile.tell(file, receiver);
        });
    }

    /** By digest, or by number when the file does not name them. */
    private static Map<String, EsgpullQuery> queries(Node document, EntryReceiver receiver) {
        Map<String, EsgpullQuery> queries = new LinkedHashMap<>();
        nodes(document, receiver).forEach((digest, node) -> {
            try {
                queries.put(digest, EsgpullQuery.of(node, receiver));
            } catch (RefusedLine e) {
                receiver.refused(YamlText.line(node), e.reason());
            }
        });
        return queries;
    }

    private static Map<String, Node> nodes(Node document, EntryReceiver receiver) {
        Map<String, Node> nodes = new LinkedHashMap<>();
        if (document instanceof SequenceNode list) {
            for (Node node : list.getValue()) nodes.put("#" + nodes.size(), node);
            return nodes;
        }
        try {
            Map<String, Node> top = YamlText.mapping("the document", document);
            if (!top.containsKey("selection") && !top.containsKey("require")) return top;
            return Map.of("#0", document);
        } catch (RefusedLine e) {
            receiver.refused(YamlText.line(document), e.reason());
            return nodes;
        }
    }

    private static void tell(EsgpullQuery query, Map<String, EsgpullQuery> queries, EntryReceiver receiver) {
        try {
            FacetCollection whole = new FacetCollection();
            whole.inherit(query.own());
            String missing = inherit(whole, query.parent(), queries);
            if (missing != null) {
                throw new RefusedLine(
                        "the query also has what its parent " + QuotedText.of(missing)
                                + " selects, which is not in this file or was refused: without it the query would find too much");
            }
            if (whole.wantsNothing()) throw new RefusedLine("the query selects nothing: it would find everything");
            receiver.entry(query.line(), whole.query());
        } catch (RefusedLine e) {
            receiver.refused(query.line(), e.reason());
        }
    }

    /** Adds what the ancestors select; the digest of the first one that is not in the file, null if all are. */
    private static @Nullable String inherit(
            FacetCollection whole, @Nullable String parent, Map<String, EsgpullQuery> queries) throws RefusedLine {
        String next = parent;
        for (int i = 0; next != null; i++) {
            if (i == ANCESTORS_MAX) throw new RefusedLine("the query has more than " + ANCESTORS_MAX + " ancestors");
            EsgpullQuery ancestor = queries.get(next);
            if (ancestor == null) return next;
            whole.inherit(ancestor.own());
            next = ancestor.parent();
        }
        return null;
    }
}
