package org.bdm.server.support;

import java.io.IOException;
import java.io.Writer;
import java.util.Collection;
import java.util.Map;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** The settings of this process as a part of a support bundle: one option a line, as they were given or by default. */
public final class SettingsPart {
    private static final String PREFIX = "BDM_";

    private SettingsPart() {}

    /**
     * The part of a bundle.
     *
     * @param options an object whose options picocli knows
     * @param environment of which the variables of the mover are shown
     */
    public static BundlePart of(Object options, Map<String, String> environment) {
        return BundlePart.ofProcess("settings.txt", out -> write(options, environment, out));
    }

    private static void write(Object options, Map<String, String> environment, Writer out) throws IOException {
        for (OptionSpec option : CommandSpec.forAnnotatedObject(options).options()) {
            Object value = option.getValue();
            if (value == null || option.usageHelp() || option.versionHelp()) continue;
            if (value instanceof Collection<?> many) {
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
