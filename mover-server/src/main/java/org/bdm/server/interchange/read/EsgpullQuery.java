package org.bdm.server.interchange.read;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.bdm.server.drs.QueryTerm;
import org.bdm.server.interchange.entry.EntryReceiver;
import org.bdm.server.interchange.entry.FacetCollection;
import org.bdm.server.interchange.entry.QuotedText;
import org.bdm.server.interchange.entry.RefusedLine;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.nodes.Node;

/**
 * One query of esgpull, as {@code Query.asdict} writes it.
 *
 * @param line where it begins
 * @param parent the query whose selection it has too; null if it has none
 * @param isTracked false for one that is only a parent of others
 * @param own what it selects itself
 * @param files what {@code --with-files} adds
 */
record EsgpullQuery(long line, @Nullable String parent, boolean isTracked, FacetCollection own, List<Node> files) {
    private static final Set<String> OPTIONS = Set.of("distrib", "latest", "replica", "retracted");
    private static final Set<String> NOTHING = Set.of("", "null", "~", "notset");
    /** The fields that a query of esgpull 0.10 may have. */
    private static final Set<String> FIELDS = Set.of(
            "tags",
            "tag",
            "tracked",
            "require",
            "options",
            "selection",
            "files",
            "added_at",
            "updated_at",
            "sha",
            "backend",
            "name",
            "description");

    static EsgpullQuery of(Node node, EntryReceiver receiver) throws RefusedLine {
        Map<String, Node> fields = YamlText.mapping("the query", node);
        for (String field : fields.keySet()) {
            if (!FIELDS.contains(field)) unknown(YamlText.line(node), field, receiver);
        }
        Node require = fields.get("require");
        Node tracked = fields.get("tracked");
        Node files = fields.get("files");
        FacetCollection own = new FacetCollection();
        Node selection = fields.get("selection");
        Node options = fields.get("options");
        if (selection != null) select(own, selection);
        if (options != null) setOptions(own, options);
        return new EsgpullQuery(
                YamlText.line(node),
                require == null ? null : YamlText.scalar("require", require),
                tracked != null && YamlText.scalar("tracked", tracked).equals("true"),
                own,
                files == null ? List.of() : YamlText.sequence(files));
    }

    /** Later versions have more fields; one that is the name of a constraint would make the query narrower, and refuses it. */
    private static void unknown(long line, String field, EntryReceiver receiver) throws RefusedLine {
        if (QueryTerm.of(field) != QueryTerm.FACET) {
            throw new RefusedLine("the field " + QuotedText.of(field) + " is not known, and may narrow the query");
        }
        receiver.repeated(line, "the field " + QuotedText.of(field) + " of a query is not known and left out", "");
    }

    private static void select(FacetCollection own, Node selection) throws RefusedLine {
        for (Map.Entry<String, Node> facet :
                YamlText.mapping("selection", selection).entrySet()) {
            String name = facet.getKey();
            List<String> values = YamlText.scalars("a value of " + QuotedText.of(name), facet.getValue());
            if (name.startsWith("!")) own.askNot(name.substring(1), values);
            else own.ask(name, values);
        }
    }

    private static void setOptions(FacetCollection own, Node options) throws RefusedLine {
        for (Map.Entry<String, Node> option :
                YamlText.mapping("options", options).entrySet()) {
            String value = YamlText.scalar("an option", option.getValue());
            if (NOTHING.contains(value)) continue;
            if (!OPTIONS.contains(option.getKey())) {
                throw new RefusedLine("the option " + QuotedText.of(option.getKey()) + " is not known");
            }
            own.ask(option.getKey(), List.of(value));
        }
    }
}
