package org.bdm.server.app;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.ExportName;
import org.bdm.server.hsm.HsmSettings;
import org.bdm.server.hsm.HsmSettings.PresenceSource;
import org.bdm.server.hsm.HsmSettings.RecallWay;

/** One {@code --hsm}: who says which files of an export are offline, and what brings them. */
final class HsmSetting {
    private static final Set<String> KEYS = Set.of("presence", "recall", "recall-at-once", "recall-patience", "checks");

    private final String text;
    private final Map<String, String> values = new HashMap<>();

    private HsmSetting(String text, String pairs) {
        this.text = text;
        for (String pair : pairs.split(",", -1)) {
            int middle = pair.indexOf('=');
            String key = middle < 1 ? pair : pair.substring(0, middle);
            if (middle < 1 || !KEYS.contains(key))
                throw refused("'" + pair + "' is not KEY=VALUE with one of " + String.join(", ", new TreeSet<>(KEYS)));
            if (values.put(key, pair.substring(middle + 1)) != null) throw refused(key + " is there twice");
        }
    }

    /**
     * Returns what is set, for each export that has an HSM.
     *
     * @throws MoverException INVALID_REQUEST for a value that cannot work, and for an export that is not a directory of this process
     */
    static Map<ExportName, HsmSettings> ofExports(ServerOptions options, List<ExportSetting> exports) {
        Map<ExportName, HsmSettings> settings = new HashMap<>();
        for (String text : options.places.hsms) {
            int equals = text.indexOf('=');
            String name = equals < 0 ? text : text.substring(0, equals);
            HsmSetting setting = new HsmSetting(text, text.substring(equals + 1));
            ExportName export = exports.stream()
                    .map(ExportSetting::name)
                    .filter(known -> known.value().equals(name))
                    .findFirst()
                    .orElseThrow(() -> setting.refused("no --export that is a directory has the name '" + name + "'"));
            if (settings.put(export, setting.settings()) != null) throw setting.refused("the export has one already");
        }
        return settings;
    }

    private HsmSettings settings() {
        String presence = values.get("presence");
        if (presence == null) throw refused("say presence=lustre, presence=holes or presence=/PROGRAM");
        PresenceSource source = switch (presence) {
            case "lustre" -> PresenceSource.LUSTRE;
            case "holes" -> PresenceSource.HOLES;
            default -> PresenceSource.PROGRAM;
        };
        String recall = values.getOrDefault("recall", "none");
        RecallWay way = switch (recall) {
            case "none" -> RecallWay.NONE;
            case "lustre" -> RecallWay.LUSTRE;
            default -> RecallWay.PROGRAM;
        };
        return new HsmSettings(
                source,
                source == PresenceSource.PROGRAM ? Optional.of(program("presence", presence)) : Optional.empty(),
                way,
                way == RecallWay.PROGRAM ? Optional.of(program("recall", recall)) : Optional.empty(),
                recallsAtOnce(),
                isForChecks(),
                patience());
    }

    private Path program(String key, String value) {
        Path program = Path.of(value);
        if (!program.isAbsolute() || !Files.isExecutable(program) || Files.isDirectory(program))
            throw refused(key + "=" + value + " is not the absolute path of a program that this server can run");
        return program;
    }

    private int recallsAtOnce() {
        String value = values.get("recall-at-once");
        if (value == null) return HsmSettings.RECALLS_AT_ONCE;
        int number = value.matches("\\d{1,7}") ? Integer.parseInt(value) : 0;
        if (number >= 1 && number <= HsmSettings.RECALLS_AT_ONCE_MAX) return number;
        throw refused("recall-at-once is 1 to " + HsmSettings.RECALLS_AT_ONCE_MAX);
    }

    private boolean isForChecks() {
        return switch (values.getOrDefault("checks", "skip")) {
            case "skip" -> false;
            case "recall" -> true;
            default -> throw refused("checks is skip or recall");
        };
    }

    private Duration patience() {
        String value = values.get("recall-patience");
        if (value == null) return HsmSettings.PATIENCE;
        return TapeSetting.time(value, HsmSettings.PATIENCE_MAX)
                .orElseThrow(() -> refused("recall-patience is a time such as 30m, 6h or 2d, at most "
                        + HsmSettings.PATIENCE_MAX.toDays() + "d"));
    }

    private MoverException refused(String what) {
        return new MoverException(ErrorCode.INVALID_REQUEST, "--hsm " + text + ": " + what);
    }
}
