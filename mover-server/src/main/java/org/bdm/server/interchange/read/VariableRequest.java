package org.bdm.server.interchange.read;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.bdm.server.interchange.entry.EntryReceiver;
import org.bdm.server.interchange.entry.FacetCollection;
import org.bdm.server.interchange.entry.QuotedText;
import org.bdm.server.interchange.entry.RefusedLine;
import org.yaml.snakeyaml.nodes.Node;

/**
 * A request for variables as DKRZ collects them: YAML documents of {@code experiment}, {@code mip_table} and {@code variable_name}. Each
 * is a query of CMIP6.
 */
final class VariableRequest implements ListFormat {
    private static final Pattern TABLE = Pattern.compile("mip_table[ \\t]*+:.*+");
    private static final Pattern VARIABLE = Pattern.compile("variable_name[ \\t]*+:.*+");
    /** The characters of a CMIP6 value. */
    private static final Pattern VALUE = Pattern.compile("[A-Za-z0-9-]++");

    private static final Map<String, String> FACETS =
            Map.of("experiment", "experiment_id", "mip_table", "table_id", "variable_name", "variable_id");

    @Override
    public String name() {
        return "variable-request";
    }

    @Override
    public int likeness(FileStart start) {
        boolean hasBoth = start.count(line -> TABLE.matcher(line).matches()) > 0
                && start.count(line -> VARIABLE.matcher(line).matches()) > 0;
        return hasBoth ? CERTAIN : 0;
    }

    @Override
    public void read(InputStream in, EntryReceiver receiver) throws IOException {
        for (Node document : YamlText.readAll(in, receiver)) {
            try {
                query(document, receiver);
            } catch (RefusedLine e) {
                receiver.refused(YamlText.line(document), e.reason());
            }
        }
    }

    private static void query(Node document, EntryReceiver receiver) throws RefusedLine {
        Map<String, Node> fields = YamlText.mapping("the request", document);
        FacetCollection facets = new FacetCollection();
        facets.ask("project", List.of("CMIP6"));
        for (Map.Entry<String, Node> field : fields.entrySet()) {
            String facet = FACETS.get(field.getKey());
            if (facet == null) throw new RefusedLine("the field " + QuotedText.of(field.getKey()) + " is not known");
            List<String> values = YamlText.scalars(field.getKey(), field.getValue());
            facets.ask(facet, values);
            for (String value : values) {
                if (VALUE.matcher(value).matches()) continue;
                receiver.warned(
                        YamlText.line(field.getValue()),
                        QuotedText.of(value) + " is not a value of " + facet + ": it finds nothing as it stands");
            }
        }
        if (!fields.containsKey("variable_name")) throw new RefusedLine("the request names no variable");
        receiver.entry(YamlText.line(document), facets.query());
    }
}
