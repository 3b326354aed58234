package org.bdm.server.interchange;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The lines of one Synda selection. Their order means nothing, so that queries are told at the end. The same name on two lines has the
 * values of both. Belongs to one thread.
 */
final class SyndaDirectives {
    private static final int PARTS_MAX = 10_000;
    private static final Pattern NAMED =
            Pattern.compile("([A-Za-z][A-Za-z0-9_.-]*+)((?:\\[[^\\]]*+\\])*+)[ \\t]*+(!?=)(.*+)");
    private static final Pattern BRACKET = Pattern.compile("\\[([^\\]]*+)\\]");
    /** What steers the search. */
    private static final Set<String> SETTINGS =
            Set.of("replica", "latest", "distrib", "retracted", "timeslice", "searchapi_host");

    private static final Set<String> TRUE_OR_FALSE = Set.of("replica", "latest", "distrib", "retracted");
    /** What steers the downloads of Synda: here the job says it. */
    private static final Set<String> LEFT_OUT = Set.of(
            "protocol",
            "url_replace",
            "priority",
            "local_path_format",
            "local_path_drs_template",
            "local_path_product_format",
            "local_path_project_format");

    private final EntryReceiver receiver;
    private final FacetCollection all = new FacetCollection();
    private final List<Part> parts = new ArrayList<>();
    private long firstLine;
    private long lackingLine;

    SyndaDirectives(EntryReceiver receiver) {
        this.receiver = receiver;
    }

    /** A line of variables: what it adds to the other lines. */
    private record Part(long line, FacetCollection facets) {}

    /** A line of the selection was refused. */
    void lacks(long line) {
        if (lackingLine == 0) lackingLine = line;
    }

    void add(LineReader.Line line) throws RefusedLine {
        if (firstLine == 0) firstLine = line.number();
        if (line.text().indexOf('=') < 0) {
            for (String value : values(line.text())) all.want(value);
            return;
        }
        Matcher named = NAMED.matcher(line.text());
        if (!named.matches()) throw new RefusedLine("not NAME=VALUE: " + QuotedText.of(line.text()));
        String name = named.group(1);
        List<String> values = values(named.group(4));
        boolean isExclusion = named.group(3).equals("!=");
        if (!named.group(2).isEmpty()) {
            if (isExclusion || !(name.equals("variable") || name.equals("variables"))) {
                throw new RefusedLine("only variable[..]= has brackets");
            }
            variables(line.number(), named.group(2), values);
        } else if (isExclusion) {
            all.exclude(name, values);
        } else {
            named(line.number(), name, values);
        }
    }

    private void named(long line, String name, List<String> values) throws RefusedLine {
        if (name.equals("filename")) {
            throw new RefusedLine("filename picks single files, and datasets are looked up: name their dataset");
        }
        if (LEFT_OUT.contains(name)) {
            receiver.warned(line, name + " is left out: the job says how and where files are fetched");
        } else if (SETTINGS.contains(name)) {
            String value = String.join(" ", values);
            if (TRUE_OR_FALSE.contains(name) && !value.equals("true") && !value.equals("false")) {
                throw new RefusedLine(name + " is true or false, not " + QuotedText.of(value));
            }
            all.set(name, value);
        } else if (!(name.equals("ensemble") && values.equals(List.of("all")))) {
            all.want(name, values);
        }
    }

    private void variables(long line, String brackets, List<String> values) throws RefusedLine {
        if (parts.size() == PARTS_MAX) throw new RefusedLine("more than " + PARTS_MAX + " lines of variables");
        FacetCollection part = new FacetCollection();
        List<String> groups = new ArrayList<>();
        Matcher group = BRACKET.matcher(brackets);
        while (group.find()) groups.add(group.group(1).strip());
        boolean isRealmAndFrequency = groups.size() == 2 && groups.stream().noneMatch(text -> text.indexOf('=') >= 0);
        if (isRealmAndFrequency) {
            if (!isAny(groups.get(0))) part.want("realm", values(groups.get(0)));
            if (!isAny(groups.get(1))) part.want("frequency", values(groups.get(1)));
        } else {
            for (String text : groups) bracket(part, text);
        }
        if (!values.equals(List.of("*"))) part.want("variable", values);
        if (values.stream().anyMatch(value -> value.indexOf(':') >= 0)) {
            receiver.warned(line, "a value with ':' is taken as it stands: what follows the colon is not documented");
        }
        parts.add(new Part(line, part));
    }

    private static boolean isAny(String text) {
        return text.equals("*");
    }

    /** {@code [Amon]}, {@code [rcp26 atmos mon]}, or as esgpull has it {@code [table_id=Amon]}. */
    private static void bracket(FacetCollection part, String text) throws RefusedLine {
        int equals = text.indexOf('=');
        if (equals > 0) {
            part.want(text.substring(0, equals).strip(), values(text.substring(equals + 1)));
        } else if (!isAny(text)) {
            for (String value : values(text)) part.want(value);
        }
    }

    /** Commas separate if there is one, blanks and tabs otherwise. */
    private static List<String> values(String text) throws RefusedLine {
        String list = text.strip();
        if (list.length() > 1 && list.startsWith("\"") && list.endsWith("\""))
            list = list.substring(1, list.length() - 1);
        if (list.indexOf('"') >= 0 || list.indexOf('=') >= 0) {
            throw new RefusedLine("a value holds '=' or '\"': " + QuotedText.of(list));
        }
        List<String> values = Arrays.stream(list.split(list.indexOf(',') >= 0 ? "," : "[ \\t]+"))
                .map(String::strip)
                .filter(value -> !value.isEmpty())
                .toList();
        if (values.isEmpty()) throw new RefusedLine("there is no value");
        return values;
    }

    void end(long lastLine) {
        if (parts.isEmpty()) {
            if (all.wantsNothing())
                receiver.refused(lastLine, "the selection names no facet: it would find everything");
            else tell(firstLine, all);
        }
        for (Part part : parts) {
            try {
                part.facets().inherit(all);
                tell(part.line(), part.facets());
            } catch (RefusedLine e) {
                receiver.refused(part.line(), e.reason());
            }
        }
    }

    private void tell(long line, FacetCollection facets) {
        receiver.entry(line, facets.query());
        if (lackingLine == 0) return;
        receiver.warned(line, "line " + lackingLine + " was refused: without it the query may find too much");
    }
}
