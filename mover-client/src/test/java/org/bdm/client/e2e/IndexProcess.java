package org.bdm.client.e2e;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/** A catalog of ESGF that runs: the made-up index of the server's tests, or its STAC catalog, over records in a file. */
final class IndexProcess implements AutoCloseable {
    private static final String MAIN = "org.bdm.server.discovery.FakeIndexMain";

    private final Process process;
    private final String address;

    private IndexProcess(Process process, String address) {
        this.process = process;
        this.address = address;
    }

    /** {@code kind} is {@code esg-search} or {@code stac}; the file is a JSON array. */
    static IndexProcess over(String kind, Path records) throws IOException {
        return over(kind, records, 0);
    }

    /** The same index with other records: at the port that an earlier one had. */
    static IndexProcess over(String kind, Path records, int port) throws IOException {
        Path server = Path.of(System.getProperty("bdm.root", ".."), "mover-server", "target");
        String own = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        String classPath = String.join(
                java.io.File.pathSeparator,
                server.resolve("test-classes").toString(),
                server.resolve("classes").toString(),
                own);
        Process process = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx64m",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        classPath,
                        MAIN,
                        kind,
                        String.valueOf(port),
                        records.toString()))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        BufferedReader out =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        String address = out.readLine();
        if (address == null || !address.startsWith("http")) {
            process.destroyForcibly();
            throw new AssertionError("the index did not start: " + address);
        }
        return new IndexProcess(process, address);
    }

    String address() {
        return address;
    }

    int port() {
        return URI.create(address).getPort();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
