package org.bdm.server.catalog;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.JobId;
import org.bdm.server.catalog.db.CatalogLocation;
import org.bdm.server.catalog.job.Event;

/** A process of its own that works on a catalog, to be killed. Its first argument says what it does. */
final class ChildProcess {
    private ChildProcess() {}

    /** Opens a catalog in a process of its own, and gives what it said. */
    static String open(CatalogLocation location) {
        try {
            Process process = start("open", location);
            return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Lets a process write until it has acknowledged {@code lines} changes, kills it with SIGKILL, and gives all acknowledgements. */
    static List<String> writeAndKill(CatalogLocation location, int lines) throws IOException, InterruptedException {
        Process process = start("write", location);
        List<String> acknowledged = new ArrayList<>();
        try (BufferedReader out =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = out.readLine(); line != null; line = out.readLine()) {
                if (!line.startsWith("ok ")) continue;
                acknowledged.add(line);
                if (acknowledged.size() == lines) process.toHandle().destroyForcibly();
            }
        }
        process.waitFor();
        return acknowledged;
    }

    private static Process start(String verb, CatalogLocation location) throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx256m",
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        ChildProcess.class.getName(),
                        verb,
                        location.jdbcUrl(),
                        location.user(),
                        location.password() == null ? "" : location.password())
                .redirectErrorStream(true)
                .start();
    }

    public static void main(String[] arguments) {
        CatalogLocation location = new CatalogLocation(arguments[1], arguments[2], arguments[3]);
        OpenCatalog open;
        try {
            open = OpenCatalog.at(location);
        } catch (MoverException e) {
            System.out.println(e.code());
            return;
        }
        if (arguments[0].equals("open")) {
            System.out.println("opened");
            open.close();
            return;
        }
        for (int thread = 0; thread < 4; thread++) new Thread(() -> write(open.catalog)).start();
    }

    private static void write(Catalog catalog) {
        PrintStream out = System.out;
        AtomicInteger number = new AtomicInteger();
        while (true) {
            JobId job = catalog.submissions()
                    .submit(Samples.request("ann", 3), List.of(Samples.item("a"), Samples.item("b")), null)
                    .join()
                    .job();
            out.println("ok job " + job.number());
            Event event = catalog.events()
                    .add(job, "E" + number.incrementAndGet(), "text", "{}")
                    .join();
            out.println("ok event " + event.number());
        }
    }
}
