package org.bdm.server.doctor;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/**
 * The files in which Linux shows its settings.
 *
 * @param proc where {@code /proc} is
 * @param sys where {@code /sys} is
 */
record HostTree(Path proc, Path sys) {
    private static final int BYTES_MAX = 64 << 10;
    private static final int NAMES_MAX = 4_096;

    /** Of this machine. */
    static HostTree ofThisHost() {
        return new HostTree(Path.of("/proc"), Path.of("/sys"));
    }

    /** Reads a file below proc, without blanks at its ends; its first 64 KiB. */
    String proc(String file) throws IOException {
        return text(proc.resolve(file));
    }

    /** As {@link #proc}, of a setting of the kernel such as {@code net.ipv4.tcp_rmem}. */
    String setting(String name) throws IOException {
        return proc("sys/" + name.replace('.', '/'));
    }

    /** As {@link #proc}, below sys. */
    String sys(String file) throws IOException {
        return text(sys.resolve(file));
    }

    /** Reads a number below sys; empty if it is not there, or the kernel does not know it. */
    OptionalLong knownNumber(String file) {
        try {
            long number = Long.parseLong(sys(file));
            return number < 0 ? OptionalLong.empty() : OptionalLong.of(number);
        } catch (IOException | NumberFormatException e) {
            return OptionalLong.empty(); // a virtual card has no rate, for example
        }
    }

    /** The names in a directory below sys, sorted; empty if it is not there. */
    List<String> names(String directory) {
        List<String> names = new ArrayList<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(sys.resolve(directory))) {
            for (Path entry : entries) {
                if (names.size() < NAMES_MAX) names.add(entry.getFileName().toString());
            }
        } catch (IOException e) {
            return List.of();
        }
        names.sort(null);
        return names;
    }

    private static String text(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            return new String(in.readNBytes(BYTES_MAX), StandardCharsets.UTF_8).strip();
        } catch (IOException e) {
            throw new IOException("this system does not show " + file, e);
        }
    }
}
