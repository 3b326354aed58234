package org.bdm.client.demo;

import java.net.URI;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The one line a server writes when it serves.
 *
 * @param data {@code HOST:PORT} of the data port
 */
public record ReadyLine(String site, URI url, String data, String fingerprint) {
    private static final Pattern FORM =
            Pattern.compile("ready site=(\\S+) url=(\\S+) data=(\\S+) home=(.*) fingerprint=(\\S+)(?: .*)?");

    /** Empty for every other line. */
    public static Optional<ReadyLine> parse(String line) {
        Matcher matcher = FORM.matcher(line.strip());
        if (!matcher.matches()) return Optional.empty();
        return Optional.of(
                new ReadyLine(matcher.group(1), URI.create(matcher.group(2)), matcher.group(3), matcher.group(5)));
    }

    /** Port of REST and web UI. */
    public int port() {
        return url.getPort();
    }

    /** Port of the data streams; 0 of a process that has none. */
    public int dataPort() {
        return data.equals("-") ? 0 : Integer.parseInt(data.substring(data.lastIndexOf(':') + 1));
    }
}
