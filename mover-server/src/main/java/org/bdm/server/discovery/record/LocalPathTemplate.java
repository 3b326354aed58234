package org.bdm.server.discovery.record;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Makes a path below a root of {@code directory_format_template_}, for example {@code %(root)s/%(mip_era)s/%(activity_drs)s/%(version)s}.
 */
final class LocalPathTemplate {
    private static final Pattern FIELD = Pattern.compile("%\\((\\w{1,64})\\)s");
    private static final String ROOT = "%(root)s/";

    private LocalPathTemplate() {}

    /**
     * The path of a file; empty if the record lacks a value that the template names, or has several.
     *
     * @param version with {@code v}
     */
    static Optional<String> path(IndexRecord record, String version, String fileName) {
        List<String> templates = record.texts("directory_format_template_");
        if (templates.size() != 1) return Optional.empty();
        String template = templates.get(0).strip();
        if (template.startsWith(ROOT)) template = template.substring(ROOT.length());
        Matcher fields = FIELD.matcher(template);
        StringBuilder path = new StringBuilder();
        while (fields.find()) {
            String name = fields.group(1);
            List<String> values = name.equals("version") ? List.of(version) : record.texts(name);
            if (values.size() != 1 || path.length() > 4096) return Optional.empty();
            fields.appendReplacement(path, Matcher.quoteReplacement(values.get(0)));
        }
        fields.appendTail(path);
        if (path.indexOf("%(") >= 0) return Optional.empty();
        return Optional.of(path + "/" + fileName);
    }
}
