package org.bdm.client.e2e;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A {@link RangeServer} that runs, and what it was asked. */
final class DataNodeProcess implements AutoCloseable {
    private final Process process;
    private final Path log;
    private final int port;

    /** One request that was answered, or given up. */
    record Request(String method, String path, int status, long from, long length, long sent) {}

    private DataNodeProcess(Process process, Path log, int port) {
        this.process = process;
        this.log = log;
        this.port = port;
    }

    /** Starts one on a free port. */
    static DataNodeProcess serving(Path root, Path log, long bytesPerSecond, String... faults) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx64m",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                classes().toString(),
                RangeServer.class.getName(),
                root.toString(),
                log.toString(),
                Long.toString(bytesPerSecond)));
        command.addAll(List.of(faults));
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        BufferedReader out =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        String ready = out.readLine();
        if (ready == null || !ready.startsWith("ready port=")) {
            process.destroyForcibly();
            throw new AssertionError("the data node did not start: " + ready);
        }
        return new DataNodeProcess(process, log, Integer.parseInt(ready.substring("ready port=".length())));
    }

    private static Path classes() {
        return Path.of(RangeServer.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .getPath());
    }

    /** For {@code --allow-host}. */
    String host() {
        return "127.0.0.1:" + port;
    }

    String url(String path) {
        return "http://" + host() + "/" + path;
    }

    /** All that ended until now. */
    List<Request> requests() throws IOException {
        return read(log);
    }

    /** Lines {@code METHOD PATH STATUS FROM LENGTH SENT}, in the order in which they ended. */
    static List<Request> read(Path log) throws IOException {
        if (!Files.exists(log)) return List.of();
        List<Request> requests = new ArrayList<>();
        for (String line : Files.readAllLines(log, StandardCharsets.UTF_8)) {
            String[] words = line.split(" ");
            int last = words.length;
            requests.add(new Request(
                    words[0],
                    String.join(" ", List.of(words).subList(1, last - 4)),
                    Integer.parseInt(words[last - 4]),
                    Long.parseLong(words[last - 3]),
                    Long.parseLong(words[last - 2]),
                    Long.parseLong(words[last - 1])));
        }
        return requests;
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
