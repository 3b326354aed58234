package org.bdm.server.app;

import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.source.http.node.TapePolicy;
import org.bdm.core.source.http.node.TapePolicy.PathPrefix;
import org.bdm.core.source.http.node.TapePolicy.Staging;

/** The keys of {@code --data-node} about tape. Pure. */
final class TapeSetting {
    private static final Pattern TIME = Pattern.compile("(\\d{1,6})(s|m|h|d)");

    private TapeSetting() {}

    /**
     * Returns the policy with one more key: {@code staging=auto|never|tape-rest}, {@code staging-patience=6h}, {@code staging-window=200} or
     * {@code staging-prefix=[FROM:]TO}.
     *
     * @throws MoverException INVALID_REQUEST for another value
     */
    static TapePolicy with(TapePolicy policy, String key, String value) {
        try {
            return switch (key) {
                case "staging" -> policy.staging(Staging.of(value));
                case "staging-patience" -> policy.patience(patience(value));
                case "staging-window" -> policy.window(window(value));
                case "staging-prefix" -> policy.prefix(PathPrefix.of(value));
                default -> throw refused("'" + key + "' is not about tape");
            };
        } catch (IllegalArgumentException e) {
            throw new MoverException(ErrorCode.INVALID_REQUEST, String.valueOf(e.getMessage()), e);
        }
    }

    private static Duration patience(String value) {
        return time(value, TapePolicy.PATIENCE_MAX)
                .orElseThrow(() -> refused("staging-patience is a time such as 30m, 6h or 2d, at most "
                        + TapePolicy.PATIENCE_MAX.toDays() + "d"));
    }

    /** Returns the time that a text such as 30m, 6h or 2d names; empty for another text, for none, and for more than the longest. */
    static Optional<Duration> time(String value, Duration longest) {
        Matcher time = TIME.matcher(value);
        if (!time.matches()) return Optional.empty();
        long count = Long.parseLong(time.group(1));
        Duration named = switch (time.group(2)) {
            case "s" -> Duration.ofSeconds(count);
            case "m" -> Duration.ofMinutes(count);
            case "h" -> Duration.ofHours(count);
            default -> Duration.ofDays(count);
        };
        return named.isZero() || named.compareTo(longest) > 0 ? Optional.empty() : Optional.of(named);
    }

    private static int window(String value) {
        int window = value.matches("\\d{1,7}") ? Integer.parseInt(value) : 0;
        if (window >= 1 && window <= TapePolicy.WINDOW_MAX) return window;
        throw refused("staging-window is 1 to " + TapePolicy.WINDOW_MAX);
    }

    private static MoverException refused(String what) {
        return new MoverException(ErrorCode.INVALID_REQUEST, what);
    }
}
