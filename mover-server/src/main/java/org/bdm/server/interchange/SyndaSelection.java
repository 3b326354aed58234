package org.bdm.server.interchange;

import java.io.IOException;
import java.io.InputStream;
import java.util.Locale;
import java.util.Set;

/**
 * The selection file of Synda (its manual, {@code selection_file.rst}): {@code NAME=VALUE..}, {@code NAME!=VALUE..},
 * {@code variable[..][..]=VALUE..} or a value alone, one a line. All lines together are one query, or one for each line of variables.
 */
final class SyndaSelection implements ListFormat {
    private static final Set<String> COMMON_NAMES = Set.of(
            "project",
            "mip_era",
            "activity_id",
            "experiment",
            "experiment_id",
            "model",
            "source_id",
            "institute",
            "institution_id",
            "ensemble",
            "member_id",
            "variant_label",
            "variable",
            "variables",
            "variable_id",
            "table_id",
            "cmor_table",
            "realm",
            "frequency",
            "time_frequency",
            "product",
            "domain",
            "driving_model",
            "data_node",
            "replica",
            "latest",
            "distrib",
            "protocol",
            "priority",
            "timeslice",
            "searchapi_host",
            "url_replace",
            "filename",
            "local_path_format");

    @Override
    public String name() {
        return "synda";
    }

    @Override
    public int likeness(FileStart start) {
        return start.count(SyndaSelection::fits);
    }

    private static boolean fits(String line) {
        int end = 0;
        while (end < line.length() && (Character.isLetterOrDigit(line.charAt(end)) || line.charAt(end) == '_')) end++;
        return line.indexOf('=', end) >= 0
                && COMMON_NAMES.contains(line.substring(0, end).toLowerCase(Locale.ROOT));
    }

    @Override
    public void read(InputStream in, EntryReceiver receiver) throws IOException {
        LineReader lines = new LineReader(in, receiver);
        SyndaDirectives directives = new SyndaDirectives(receiver);
        for (LineReader.Line line = lines.next(); line != null; line = lines.next()) {
            if (line.isComment()) continue;
            try {
                directives.add(line);
            } catch (RefusedLine e) {
                receiver.refused(line.number(), e.reason());
                directives.lacks(line.number());
            }
        }
        directives.end(lines.number());
    }
}
