package org.bdm.server.app;

import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.server.drs.NearestName;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.error.YAMLException;

/** Turns the YAML of {@code --config} into the arguments that say the same; options on the command line come after and win. */
final class ConfigurationFile {
    private static final int LENGTH_MAX = 1 << 20;

    private final Path file;
    private final Collection<String> knownKeys;

    ConfigurationFile(Path file, Collection<String> knownKeys) {
        this.file = file;
        this.knownKeys = knownKeys;
    }

    /** The arguments, for example {@code --port=8480}; an unknown key is refused and the nearest known one named. */
    List<String> arguments() {
        Object document = read();
        if (!(document instanceof Map<?, ?> top)
                || top.size() != 1
                || !(top.get("bdm") instanceof Map<?, ?> settings)) {
            throw refused("the file must hold one mapping 'bdm:' with the options as keys");
        }
        List<String> arguments = new ArrayList<>();
        settings.forEach((key, value) -> add(arguments, String.valueOf(key), value));
        return arguments;
    }

    private Object read() {
        LoaderOptions options = new LoaderOptions();
        options.setCodePointLimit(LENGTH_MAX);
        options.setAllowDuplicateKeys(false);
        try (Reader reader = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
            return new Yaml(new SafeConstructor(options)).load(reader);
        } catch (IOException | YAMLException e) {
            throw new MoverException(
                    ErrorCode.INVALID_REQUEST, "cannot read the configuration " + file + ": " + e.getMessage(), e);
        }
    }

    private void add(List<String> arguments, String key, Object value) {
        if (!knownKeys.contains(key)) {
            throw refused("unknown key 'bdm." + key + "'; the nearest known one is 'bdm."
                    + NearestName.of(key, knownKeys) + "'");
        }
        if (value instanceof Map<?, ?> entries) {
            entries.forEach((name, text) -> arguments.add("--" + key + "=" + name + "=" + joined(text)));
        } else if (value instanceof List<?> items) {
            items.forEach(item -> arguments.add("--" + key + "=" + item));
        } else {
            arguments.add("--" + key + "=" + value);
        }
    }

    /** A mapping below a mapping is written as the command line has it: KEY=VALUE,KEY=VALUE. */
    private static String joined(Object value) {
        if (!(value instanceof Map<?, ?> pairs)) return String.valueOf(value);
        return pairs.entrySet().stream()
                .map(pair -> pair.getKey() + "=" + text(pair.getValue()))
                .collect(Collectors.joining(","));
    }

    private static String text(Object value) {
        if (!(value instanceof List<?> items)) return String.valueOf(value);
        return items.stream().map(String::valueOf).collect(Collectors.joining(","));
    }

    private MoverException refused(String what) {
        return new MoverException(ErrorCode.INVALID_REQUEST, "configuration " + file + ": " + what);
    }
}
