package org.bdm.extension.calendar;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/** The time zones of Windows, as Outlook and Exchange write them, with the zone of the IANA that stands for each (Unicode CLDR, territory 001). */
final class WindowsZones {
    /** By name in lower case. */
    static final Map<String, String> BY_NAME = read();

    private WindowsZones() {}

    private static Map<String, String> read() {
        Map<String, String> byName = new HashMap<>();
        try (InputStream file = WindowsZones.class.getResourceAsStream("windows-zones.txt")) {
            if (file == null) throw new IllegalStateException("windows-zones.txt is missing");
            new String(file.readAllBytes(), StandardCharsets.UTF_8).lines().forEach(line -> {
                int equals = line.indexOf('=');
                if (equals > 0)
                    byName.put(line.substring(0, equals).toLowerCase(Locale.ROOT), line.substring(equals + 1));
            });
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return Map.copyOf(byName);
    }
}
