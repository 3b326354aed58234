package org.bdm.server.demo;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.OptionSpec;

/**
 * The options that go with demo data: those that say where this process listens, and those that are tuned by a number or a word that has a
 * default. All others name something real, which a made-up site must neither reach nor change, and are refused, new ones too.
 */
public final class DemoOptions {
    private static final Set<String> ALLOWED = Set.of(
            "--advertise",
            "--backup-at",
            "--backup-every",
            "--bind",
            "--config",
            "--data-security",
            "--demo-clock",
            "--demo-data",
            "--help",
            "--home",
            "--metrics-open",
            "--site",
            "--size",
            "--tls-cert",
            "--tls-key",
            "--tls-self-signed",
            "--version");

    private DemoOptions() {}

    /**
     * Checks the options of a server with demo data.
     *
     * @param size value of {@code --demo-data}
     * @param options all of the server, with what was given
     * @throws MoverException INVALID_REQUEST
     */
    public static void check(String size, List<OptionSpec> options) {
        var unused = DemoSize.of(size);
        for (OptionSpec option : options) {
            boolean mayBe = option.defaultValue() != null || ALLOWED.contains(option.longestName());
            if (mayBe || !isGiven(option.getValue())) continue;
            throw new MoverException(
                    ErrorCode.INVALID_REQUEST,
                    "--demo-data cannot be combined with " + option.longestName()
                            + ": a demo has no files and contacts nobody; leave out one of the two");
        }
    }

    private static boolean isGiven(@Nullable Object value) {
        if (value == null || Boolean.FALSE.equals(value)) return false;
        if (value instanceof Collection<?> values) return !values.isEmpty();
        return !(value instanceof Map<?, ?> values) || !values.isEmpty();
    }
}
