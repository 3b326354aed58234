package org.bdm.server.catalog.db;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The process that holds a catalog.
 *
 * @param name for people: process, host and home
 * @param place the home on the running kernel. Two processes of one place exclude each other by the lock of the home, so that a former
 *     holder of the same place is known to have ended
 */
public record CatalogHolder(String name, String place) {
    private static final Path KERNEL = Path.of("/proc/sys/kernel/random/boot_id");

    /** This process, with the home that it has locked. */
    public static CatalogHolder ofHome(Path home) {
        String process = "process " + ProcessHandle.current().pid() + " on " + hostName() + ", home " + home;
        try {
            String kernel = Files.readString(KERNEL, StandardCharsets.US_ASCII).strip();
            return new CatalogHolder(
                    process,
                    kernel + " " + Files.getAttribute(home, "unix:dev") + ":" + Files.getAttribute(home, "unix:ino"));
        } catch (IOException | UnsupportedOperationException unknown) {
            return new CatalogHolder(process, process); // another process has another place then, and waits its time
        }
    }

    private static String hostName() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException nameless) {
            return "a host without a name";
        }
    }
}
