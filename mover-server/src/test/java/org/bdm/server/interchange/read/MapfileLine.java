package org.bdm.server.interchange.read;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * One line of a mapfile as the tools of ESGF publication take it apart (esgf-prepare docs/mapfiles.rst, esg-publisher mapfile.py):
 * written from their documents, without any code of the mover.
 */
public record MapfileLine(String master, String version, String path, long sizeBytes, Map<String, String> options) {
    /** Throws what is wrong. */
    public static MapfileLine of(String line) {
        List<String> fields = List.of(line.split(" \\| ", -1));
        check(fields.size() >= 3, "too few fields: " + line);
        int mark = fields.get(0).lastIndexOf(".v");
        check(mark > 0, "not ID.vVERSION: " + fields.get(0));
        String version = fields.get(0).substring(mark + 2);
        check(version.matches("[0-9]+"), "the version is not a number: " + version);
        check(fields.get(1).startsWith("/"), "not absolute: " + fields.get(1));
        check(fields.get(1).contains("/v" + version + "/"), "no directory of the version: " + fields.get(1));
        Map<String, String> options = new LinkedHashMap<>();
        for (String option : fields.subList(3, fields.size())) {
            String[] parts = option.split("=", 2);
            check(parts.length == 2 && options.put(parts[0], parts[1]) == null, "not NAME=VALUE once: " + option);
        }
        check(options.keySet().equals(Set.of("mod_time", "checksum", "checksum_type")), "options: " + options.keySet());
        check(options.get("mod_time").matches("-?[0-9]+\\.[0-9]+"), "no float: " + options.get("mod_time"));
        check(options.get("checksum").matches("[0-9a-f]{64}"), "no SHA-256: " + options.get("checksum"));
        check(options.get("checksum_type").equals("SHA256"), "not SHA256");
        return new MapfileLine(
                fields.get(0).substring(0, mark), version, fields.get(1), Long.parseLong(fields.get(2)), options);
    }

    private static void check(boolean holds, String what) {
        if (!holds) throw new IllegalArgumentException(what);
    }
}
