package org.bdm.server.interchange.read;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.bdm.server.drs.FacetSpelling;
import org.bdm.server.interchange.entry.EntryReceiver;
import org.bdm.server.interchange.entry.ImportedEntry;
import org.bdm.server.interchange.entry.RefusedLine;

/**
 * The selection file of Synda (its manual, {@code selection_file.rst}): {@code NAME=VALUE..}, {@code NAME!=VALUE..},
 * {@code variable[..][..]=VALUE..} or a value alone, one a line. All lines together are one query, or one for each line of variables.
 */
final class SyndaSelection implements ListFormat {
    /** Names that configurations of other programs have, too. */
    private static final Set<String> COMMON_NAMES = Set.of(
            "project",
            "model",
            "variable",
            "variables",
            "frequency",
            "product",
            "domain",
            "latest",
            "protocol",
            "priority",
            "filename");
    /** Names that hardly anything else has. */
    private static final Set<String> OWN_NAMES = Set.of(
            "mip_era",
            "activity_id",
            "experiment",
            "experiment_id",
            "source_id",
            "institute",
            "institution_id",
            "ensemble",
            "member_id",
            "variant_label",
            "variable_id",
            "table_id",
            "cmor_table",
            "grid_label",
            "realm",
            "time_frequency",
            "driving_model",
            "rcm_name",
            "data_node",
            "replica",
            "distrib",
            "timeslice",
            "searchapi_host",
            "url_replace",
            "local_path_format");

    private static final int OWN_WEIGHT = 2;

    @Override
    public String name() {
        return "synda";
    }

    /** None if only names are there that may be anything. */
    @Override
    public int likeness(FileStart start) {
        boolean hasOwn = start.count(line -> weight(line) == OWN_WEIGHT) > 0;
        int common = start.count(line -> weight(line) > 0);
        boolean isAllCommon = common > 1 && common == start.lines().size();
        return hasOwn || isAllCommon ? common : 0;
    }

    private static int weight(String line) {
        int end = 0;
        while (end < line.length() && (Character.isLetterOrDigit(line.charAt(end)) || line.charAt(end) == '_')) end++;
        int equals = line.indexOf('=', end);
        if (equals < 0) return 0;
        String name = line.substring(0, end).toLowerCase(Locale.ROOT);
        boolean isOfVariables = name.startsWith("variable") && end < line.length() && line.charAt(end) == '[';
        boolean isOfProject = name.equals("project")
                && FacetSpelling.of(List.of(line.substring(equals + 1))).isPresent();
        if (OWN_NAMES.contains(name) || isOfVariables || isOfProject) return OWN_WEIGHT;
        return COMMON_NAMES.contains(name) ? 1 : 0;
    }

    @Override
    public void read(InputStream in, EntryReceiver receiver) throws IOException {
        SyndaDirectives directives = new SyndaDirectives(receiver);
        LineReader lines = new LineReader(in, new Unread(receiver, directives));
        for (LineReader.Line line = lines.next(); line != null; line = lines.next()) {
            if (line.isComment()) continue;
            try {
                directives.add(line);
            } catch (RefusedLine e) {
                receiver.refused(line.number(), e.reason());
                directives.lacks(line);
            }
        }
        directives.end(lines.number());
    }

    /** A line that cannot even be read may be any constraint. */
    private record Unread(EntryReceiver receiver, SyndaDirectives directives) implements EntryReceiver {
        @Override
        public void entry(long line, ImportedEntry entry) {
            receiver.entry(line, entry);
        }

        @Override
        public void refused(long line, String reason) {
            receiver.refused(line, reason);
            directives.lacks(line);
        }

        @Override
        public void warned(long line, String text) {
            receiver.warned(line, text);
        }

        @Override
        public void repeated(long line, String text, String example) {
            receiver.repeated(line, text, example);
        }
    }
}
