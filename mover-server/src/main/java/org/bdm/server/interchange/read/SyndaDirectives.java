package org.bdm.server.interchange.read;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bdm.server.interchange.entry.EntryReceiver;
import org.bdm.server.interchange.entry.FacetCollection;
import org.bdm.server.interchange.entry.QuotedText;
import org.bdm.server.interchange.entry.RefusedLine;

/**
 * The lines of one Synda selection. Their order means nothing, so that queries are told at the end. The same name on two lines has the
 * values of both. Belongs to one thread.
 */
final class SyndaDirectives {
    private static final int PARTS_MAX = 10_000;
    private static final String FREQUENCY = "frequency";
    private static final String TIME_FREQUENCY = "time_frequency";
    private static final Pattern NAMED =
            Pattern.compile("([A-Za-z][A-Za-z0-9_.-]*+)((?:\\[[^\\]]*+\\])*+)[ \\t]*+(!?=)(.*+)");
    private static final Pattern BRACKET = Pattern.compile("\\[([^\\]]*+)\\]");
    /** Kept as they are: of the dates no job can be made, and whom to ask is configured here. */
    private static final Set<String> KEPT = Set.of("timeslice", "searchapi_host");
    /** The directives that steer Synda's downloads and its own lists, and select nothing. Names that begin with {@code local_path_} do too. */
    private static final Set<String> LEFT_OUT = Set.of(
            "protocol",
            "url_replace",
            "priority",
            "selection_group",
            "selection_file",
            "selection_filename",
            "post_pipeline_mode",
            "verbose",
            "progress");
    /** The directives that narrow a search of Synda and cannot be asked here. */
    private static final Set<String> NOT_ASKED = Set.of(
            "nearest",
            "nearest_mode",
            "nearest_schedule",
            "timestamp_left_boundary",
            "timestamp_right_boundary",
            "need_files_only");

    private static final Pattern PERCENT = Pattern.compile("%(?![0-9A-Fa-f]{2})");

    private final EntryReceiver receiver;
    private final FacetCollection all = new FacetCollection();
    private final List<Part> parts = new ArrayList<>();
    private long firstLine;
    /** The first line that was refused and would have narrowed every query; 0 if there is none. */
    private long lackingLine;
    /** True after a line of variables was refused: the other lines alone are not a query. */
    private boolean lacksVariables;

    SyndaDirectives(EntryReceiver receiver) {
        this.receiver = receiver;
    }

    /** A line of variables: what it adds to the other lines. */
    private record Part(long line, FacetCollection facets) {}

    /** A line was refused that cannot be told to be of variables: it would have narrowed every query. */
    void lacks(long line) {
        if (firstLine == 0) firstLine = line;
        if (lackingLine == 0) lackingLine = line;
    }

    /** A line was refused. What it wanted is an alternative if it is one of variables, else it would have narrowed every query. */
    void lacks(LineReader.Line line) {
        Matcher named = NAMED.matcher(line.text());
        boolean isAlternative = named.matches()
                && isOfVariables(named)
                && !named.group(2).isEmpty()
                && named.group(3).equals("=");
        if (isAlternative) lacksVariables = true;
        else lacks(line.number());
    }

    private static boolean isOfVariables(Matcher named) {
        String name = named.group(1).toLowerCase(Locale.ROOT);
        return name.equals("variable") || name.equals("variables");
    }

    void add(LineReader.Line line) throws RefusedLine {
        if (firstLine == 0) firstLine = line.number();
        if (line.text().indexOf('=') < 0) {
            for (String value : values(line.text())) all.want(value);
            return;
        }
        Matcher named = NAMED.matcher(line.text());
        if (!named.matches()) throw new RefusedLine("not NAME=VALUE: " + QuotedText.of(line.text()));
        String name = named.group(1).toLowerCase(Locale.ROOT);
        if (isLeftOut(name)) {
            receiver.warned(line.number(), name + " is left out: the job says how and where files are fetched");
            return;
        }
        List<String> values = values(named.group(4));
        boolean isExclusion = named.group(3).equals("!=");
        if (!named.group(2).isEmpty()) {
            if (isExclusion || !isOfVariables(named)) {
                throw new RefusedLine("only variable[..]= has brackets");
            }
            variables(line.number(), named.group(2), values);
        } else if (NOT_ASKED.contains(name) || (isExclusion && KEPT.contains(name))) {
            throw new RefusedLine(
                    QuotedText.of(name) + " cannot be asked here: without it the selection would find too much");
        } else if (isExclusion) {
            all.askNot(name, values);
        } else {
            named(line.number(), name, values);
        }
    }

    private static boolean isLeftOut(String name) {
        return LEFT_OUT.contains(name) || name.startsWith("local_path_");
    }

    private void named(long line, String name, List<String> values) throws RefusedLine {
        if (KEPT.contains(name)) {
            all.set(name, String.join(" ", values));
            boolean isOfFiles = name.equals("timeslice");
            receiver.warned(
                    line,
                    isOfFiles
                            ? "timeslice picks files by their dates: no job can be made of it, remove it to take datasets whole"
                            : "searchapi_host is kept, but the indexes of the server are used");
        } else if (name.equals("variables")) {
            all.ask("variable", values);
        } else if (!(name.equals("ensemble") && values.equals(List.of("all")))) {
            all.ask(name, values);
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
            if (!isAny(groups.get(0))) part.ask("realm", values(groups.get(0)));
            if (!isAny(groups.get(1))) part.ask("frequency", values(groups.get(1)));
        } else {
            for (String text : groups) bracket(part, text);
        }
        if (!values.equals(List.of("*"))) part.ask("variable", values);
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
            part.ask(text.substring(0, equals).strip().toLowerCase(Locale.ROOT), values(text.substring(equals + 1)));
        } else if (!isAny(text)) {
            for (String value : values(text)) part.want(value);
        }
    }

    /** Commas separate if there is one, blanks and tabs otherwise. Synda puts values into an address as they stand, so they may be encoded. */
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
        if (values.stream().anyMatch(value -> value.startsWith("#"))) {
            throw new RefusedLine("a comment behind a value would be a value: put it on a line of its own");
        }
        List<String> decoded = new ArrayList<>();
        for (String value : values) decoded.add(decoded(value));
        return decoded;
    }

    /** {@code ISI-MIP%20Fasttrack}; a plus stands for itself. */
    private static String decoded(String value) throws RefusedLine {
        if (value.indexOf('%') < 0) return value;
        if (PERCENT.matcher(value).find()) {
            throw new RefusedLine("the percent signs of " + QuotedText.of(value) + " cannot be read");
        }
        return URLDecoder.decode(value.replace("+", "%2B"), StandardCharsets.UTF_8);
    }

    void end(long lastLine) {
        if (parts.isEmpty() && !lacksVariables) {
            boolean isAll = all.wantsNothing() && lackingLine == 0;
            if (isAll) receiver.refused(lastLine, "the selection names no facet: it would find everything");
            else tell(firstLine, all);
        }
        for (Part part : parts) {
            try {
                part.facets().narrowBy(all);
                tell(part.line(), part.facets());
            } catch (RefusedLine e) {
                receiver.refused(part.line(), e.reason());
            }
        }
    }

    /** One query; two if it is not known which of its spellings the records have. None where a line is missing. */
    private void tell(long line, FacetCollection facets) {
        if (lackingLine > 0) {
            receiver.refused(line, "line " + lackingLine + " was refused: without it this query would find too much");
            return;
        }
        boolean isUnclear = !facets.isOfOneSpelling() && (facets.wants(FREQUENCY) != facets.wants(TIME_FREQUENCY));
        receiver.entry(line, facets.query());
        if (!isUnclear) return;
        boolean isOld = facets.wants(TIME_FREQUENCY);
        facets.rename(isOld ? TIME_FREQUENCY : FREQUENCY, isOld ? FREQUENCY : TIME_FREQUENCY);
        receiver.entry(line, facets.query());
        receiver.warned(
                line,
                "records have frequency or time_frequency, depending on their project; both are used in the query. Name one project");
    }
}
