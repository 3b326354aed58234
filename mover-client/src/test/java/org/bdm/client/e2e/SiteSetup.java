package org.bdm.client.e2e;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * How {@link TwoSites} are started.
 *
 * @param directory of homes and data
 * @param destinationData what site {@code b} offers to write
 * @param environment of both servers, e.g. {@code BDM_JAVA_OPTS}
 * @param sourceWrapper a command in front of the source's launcher
 */
record SiteSetup(
        Path directory,
        Path destinationData,
        Map<String, String> environment,
        List<String> sourceWrapper,
        List<String> sourceArguments,
        List<String> destinationArguments) {

    static SiteSetup in(Path directory) {
        return new SiteSetup(directory, directory.resolve("b/replica"), Map.of(), List.of(), List.of(), List.of());
    }

    SiteSetup javaOptions(String options) {
        Map<String, String> more = new HashMap<>(environment);
        more.put("BDM_JAVA_OPTS", options);
        return new SiteSetup(directory, destinationData, more, sourceWrapper, sourceArguments, destinationArguments);
    }

    SiteSetup destinationData(Path data) {
        return new SiteSetup(directory, data, environment, sourceWrapper, sourceArguments, destinationArguments);
    }

    SiteSetup sourceWrapper(String... command) {
        return new SiteSetup(
                directory, destinationData, environment, List.of(command), sourceArguments, destinationArguments);
    }

    /** Root reads what nobody may read, unless it gives up that right. */
    SiteSetup sourceReadsOnlyWhatItMay() {
        if (!isRoot() || !mayGiveUpRights()) return this;
        return sourceWrapper("setpriv", "--bounding-set=-dac_override,-dac_read_search");
    }

    /** Is the source one of root all the same? */
    static boolean sourceReadsEverything() {
        return isRoot() && !mayGiveUpRights();
    }

    private static boolean isRoot() {
        return said("id -u").equals("0");
    }

    private static boolean mayGiveUpRights() {
        return said("setpriv --bounding-set=-dac_override true 2>/dev/null && echo yes || echo no")
                .equals("yes");
    }

    private static String said(String script) {
        try {
            return Shell.run(script).strip();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    SiteSetup sourceArguments(String... arguments) {
        return new SiteSetup(
                directory,
                destinationData,
                environment,
                sourceWrapper,
                with(sourceArguments, arguments),
                destinationArguments);
    }

    SiteSetup destinationArguments(String... arguments) {
        return new SiteSetup(
                directory,
                destinationData,
                environment,
                sourceWrapper,
                sourceArguments,
                with(destinationArguments, arguments));
    }

    /** The destination reaches the source through the wire only. */
    SiteSetup through(DataWire wire) throws IOException {
        int port = freePort();
        wire.leadTo(port);
        return sourceArguments("--data-port", Integer.toString(port), "--advertise", wire.address());
    }

    static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private static List<String> with(List<String> some, String... more) {
        List<String> all = new ArrayList<>(some);
        all.addAll(List.of(more));
        return List.copyOf(all);
    }
}
