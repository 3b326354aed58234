package org.bdm.client.e2e;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Debian's nginx over a directory, as ESGF's data nodes run it: {@code /thredds/fileServer/<root>/} mapped to disk. */
final class NginxProcess implements AutoCloseable {
    private final Process process;
    private final int port;
    private final Path log;

    private NginxProcess(Process process, int port, Path log) {
        this.process = process;
        this.port = port;
        this.log = log;
    }

    /** Empty where there is no nginx, or it may not run. */
    static Optional<NginxProcess> serving(Path root, Path directory) throws IOException {
        Optional<Path> program = List.of("/usr/sbin/nginx", "/usr/bin/nginx").stream()
                .map(Path::of)
                .filter(Files::isExecutable)
                .findFirst();
        if (program.isEmpty()) return Optional.empty();
        int port = SiteSetup.freePort();
        Path configuration = Files.createDirectories(directory).resolve("nginx.conf");
        Files.writeString(configuration, """
                worker_processes 1; daemon off; user root; pid %1$s/nginx.pid; error_log %1$s/error.log;
                events { worker_connections 256; }
                http { log_format sent '$request_method $uri $status 0 0 $body_bytes_sent'; access_log %1$s/access.log sent; default_type application/netcdf; sendfile on; client_body_temp_path %1$s;
                  server { listen 127.0.0.1:%2$d; location /thredds/fileServer/esgf/ { alias %3$s/; } } }
                """.formatted(directory, port, root));
        Process process = new ProcessBuilder(
                        program.get().toString(), "-c", configuration.toString(), "-p", directory.toString())
                .redirectOutput(directory.resolve("out").toFile())
                .redirectError(directory.resolve("err").toFile())
                .start();
        JobLook.awaitThat("nginx", Duration.ofSeconds(20), () -> !process.isAlive() || answers(port));
        if (process.isAlive()) return Optional.of(new NginxProcess(process, port, directory.resolve("access.log")));
        System.out.println("nginx does not start here: " + Files.readString(directory.resolve("err")));
        return Optional.empty();
    }

    private static boolean answers(int port) {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress("127.0.0.1", port), 500);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    String host() {
        return "127.0.0.1:" + port;
    }

    String url(String path) {
        return "http://" + host() + "/thredds/fileServer/esgf/" + path;
    }

    /** All that ended until now. */
    List<DataNodeProcess.Request> requests() throws IOException {
        return DataNodeProcess.read(log);
    }

    @Override
    public void close() {
        process.destroy();
    }
}
