package org.bdm.server.carrier;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/**
 * An event of a task that says an error. Its details are text, or JSON as text:
 *
 * <pre>
 *   Error (open)                                  {"context": [{"operation": "..", "path": "/s/a.nc"}],
 *   File: /s/a.nc                                  "error": {"body": "500%20No%20such%20file%0D%0A"}}
 *   500 No such file or directory
 * </pre>
 *
 * @param paths the files that it names; empty for one that is about the whole task
 * @param says what failed, in words
 */
record GlobusFault(Set<String> paths, String says) {
    private static final Pattern FILE = Pattern.compile("(?m)^[ \\t]*(?:File|Path):[ \\t]*(/.+?)[ \\t\\r]*$");

    /** Reads one of an event list. */
    static GlobusFault of(JsonNode event) {
        String code = event.path("code").asString("");
        JsonNode details = event.path("details");
        String text = details.isString() ? details.asString("") : details.toString();
        JsonNode parsed = parsed(text);
        Set<String> paths = new LinkedHashSet<>();
        String says;
        if (parsed.isObject()) {
            for (JsonNode context : parsed.path("context")) {
                String path = context.path("path").asString("");
                if (!path.isEmpty()) paths.add(path);
            }
            says = decoded(parsed.path("error").path("body").asString(""));
        } else {
            Matcher file = FILE.matcher(text);
            while (file.find()) paths.add(file.group(1));
            says = text;
        }
        String plain = CarrierHttp.plain(says);
        return new GlobusFault(paths, code + (plain.isEmpty() ? "" : ": " + plain));
    }

    private static JsonNode parsed(String text) {
        if (!text.stripLeading().startsWith("{")) return CarrierHttp.JSON.missingNode();
        // Text that begins with a brace need not be JSON.
        return CarrierHttp.read(text.getBytes(StandardCharsets.UTF_8)).orElse(CarrierHttp.JSON.missingNode());
    }

    private static String decoded(String text) {
        try {
            return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            return text; // a percent sign of its own
        }
    }
}
