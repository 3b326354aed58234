package org.bdm.client.demo;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One {@code mover-server} as a process of its own, that can be killed and started again on the ports it had. What it
 * writes goes to two files beside its home. Calls come from one thread; a process that still runs when this JVM ends is
 * killed, unless it was let go.
 */
public final class ServerProcess implements AutoCloseable {
    private static final Duration START_TIMEOUT = Duration.ofSeconds(120);
    private static final Duration STOP_TIMEOUT = Duration.ofSeconds(15);
    private static final Duration LOOK_AGAIN = Duration.ofMillis(50);
    private static final int SHOWN_LINES = 5;

    private final List<String> command;
    private final List<String> arguments;
    private final Path home;
    private final Map<String, String> environment;
    private final Thread killer = new Thread(this::kill, "kill-server");
    private @Nullable Process process;
    private @Nullable ReadyLine ready;
    private boolean letGo;

    /**
     * Nothing is started yet.
     *
     * @param command how a server is started: the launcher, or a JVM with its options
     * @param home given as {@code --home}
     * @param arguments further arguments; without ports, but for a data port that differs from what is advertised
     */
    public ServerProcess(List<String> command, Path home, List<String> arguments, Map<String, String> environment) {
        this.command = List.copyOf(command);
        this.home = home;
        this.arguments = List.copyOf(arguments);
        this.environment = Map.copyOf(environment);
        Runtime.getRuntime().addShutdownHook(killer);
    }

    /** Returns when the server is ready; after the first time, on the same ports as before. */
    public ReadyLine start() {
        if (isRunning()) throw new IllegalStateException("already running: " + home);
        try {
            Files.createDirectories(home);
            long outputBefore = Files.exists(outputFile()) ? Files.size(outputFile()) : 0;
            ProcessBuilder builder = new ProcessBuilder(commandLine())
                    .redirectOutput(Redirect.appendTo(outputFile().toFile()))
                    .redirectError(Redirect.appendTo(errorFile().toFile()));
            builder.environment().putAll(environment);
            process = builder.start();
            ready = awaitReady(process, outputBefore);
            return ready;
        } catch (IOException e) {
            throw new DemoFailure("cannot start " + command.get(0), e);
        }
    }

    private List<String> commandLine() {
        List<String> line = new ArrayList<>(command);
        line.addAll(List.of("--home", home.toString()));
        line.addAll(List.of("--port", Integer.toString(ready == null ? 0 : ready.port())));
        // With --advertise the ready line names another port than the one that is bound; then the caller chooses it.
        if (!arguments.contains("--data-port"))
            line.addAll(List.of("--data-port", Integer.toString(ready == null ? 0 : ready.dataPort())));
        line.addAll(arguments);
        return line;
    }

    /** The file is read, not a pipe: a server that was let go must be able to write on. */
    private ReadyLine awaitReady(Process started, long outputBefore) {
        long deadline = System.nanoTime() + START_TIMEOUT.toNanos();
        while (System.nanoTime() < deadline) {
            boolean ended = awaitEnd(started, LOOK_AGAIN);
            Optional<ReadyLine> line = readyLineAfter(outputBefore);
            if (line.isPresent()) return line.get();
            if (Thread.currentThread().isInterrupted()) throw new DemoFailure("interrupted");
            if (ended)
                throw new DemoFailure(
                        "the server exited with code " + started.exitValue() + " before it was ready; " + lastErrors());
        }
        kill();
        throw new DemoFailure(
                "the server was not ready within " + START_TIMEOUT.toSeconds() + " s; see " + errorFile());
    }

    private Optional<ReadyLine> readyLineAfter(long position) {
        try {
            byte[] written = Files.readAllBytes(outputFile());
            int before = (int) Math.min(position, written.length);
            return new String(written, before, written.length - before, StandardCharsets.UTF_8)
                    .lines()
                    .flatMap(line -> ReadyLine.parse(line).stream())
                    .findFirst();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** As a power cut would: SIGKILL, then waits until the process is gone. */
    public void kill() {
        Process running = process;
        if (running == null) return;
        running.destroyForcibly();
        awaitEnd(running, STOP_TIMEOUT);
    }

    /** SIGTERM; the exit code of the process. Killed when it does not end in time. */
    public int stop() {
        Process running = process;
        if (running == null) return 0;
        running.destroy();
        if (!awaitEnd(running, STOP_TIMEOUT)) kill();
        return exitCode();
    }

    /** Lets it run on, also after this JVM. */
    public void letGo() {
        letGo = true;
        Runtime.getRuntime().removeShutdownHook(killer);
    }

    /** Killed, without a chance to tidy up, unless it was let go. */
    @Override
    public void close() {
        if (letGo) return;
        kill();
        Runtime.getRuntime().removeShutdownHook(killer);
    }

    /** False before the start and after the end. */
    public boolean isRunning() {
        return process != null && process.isAlive();
    }

    /** Number of the process; 0 before the start. */
    public long processId() {
        return process == null ? 0 : process.pid();
    }

    /** The last ready line. */
    public ReadyLine ready() {
        if (ready == null) throw new IllegalStateException("not started: " + home);
        return ready;
    }

    /** Token of the administrator, written by the first start. */
    public Path tokenFile() {
        return home.resolve("admin.token");
    }

    public Path home() {
        return home;
    }

    /** Returns the file with the standard error of the server, over all its starts. */
    public Path errorFile() {
        return home.resolveSibling(home.getFileName() + ".err");
    }

    /** Returns the file with the standard output of the server, over all its starts. */
    public Path outputFile() {
        return home.resolveSibling(home.getFileName() + ".out");
    }

    private String lastErrors() {
        try {
            List<String> lines = Files.readAllLines(errorFile(), StandardCharsets.ISO_8859_1);
            List<String> last = lines.subList(Math.max(0, lines.size() - SHOWN_LINES), lines.size());
            return String.join(" | ", last) + " (" + errorFile() + ")";
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private int exitCode() {
        return process == null || process.isAlive() ? -1 : process.exitValue();
    }

    private static boolean awaitEnd(Process process, Duration longest) {
        try {
            return process.waitFor(longest.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
