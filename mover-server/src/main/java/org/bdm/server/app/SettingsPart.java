package org.bdm.server.app;

import java.io.IOException;
import java.io.Writer;
import java.util.Map;
import org.bdm.server.support.BundlePart;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** The settings of this process as a part of a support bundle: one option a line, as they were given or by default. */
final class SettingsPart {
    private static final String PREFIX = "BDM_";

    private SettingsPart() {}

    static BundlePart of(ServerOptions options, Map<String, String> environment) {
        return BundlePart.ofProcess("settings.txt", out -> write(options, environment, out));
    }

    private static void write(ServerOptions options, Map<String, String> environment, Writer out) throws IOException {
        for (OptionSpec option : CommandSpec.forAnnotatedObject(options).options()) {
            Object value = option.getValue();
            if (value == null || option.usageHelp() || option.versionHelp()) continue;
            if (value instanceof Iterable<?> many) {
                for (Object each : many) out.write(option.longestName() + "=" + each + "\n");
            } else if (value instanceof Map<?, ?> pairs) {
                for (Map.Entry<?, ?> pair : pairs.entrySet()) {
                    out.write(option.longestName() + "=" + pair.getKey() + "=" + pair.getValue() + "\n");
                }
            } else {
                out.write(option.longestName() + "=" + value + "\n");
            }
        }
        for (Map.Entry<String, String> variable : environment.entrySet()) {
            String name = variable.getKey();
            if (!name.startsWith(PREFIX)) continue;
            boolean isSecret = name.contains("PASSWORD") || name.contains("SECRET") || name.equals("BDM_TOKEN");
            out.write(name + "=" + (isSecret ? "[removed]" : variable.getValue()) + "\n");
        }
    }
}
