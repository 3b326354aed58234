package org.bdm.client.demo;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * One {@code mover-server} as a process of its own, that can be killed and started again on the ports it had. What it
 * writes goes to two files beside its home. Calls come from one thread; a process that still runs when this JVM ends is
 * killed, unless it was let go.
 */
public final class ServerProcess implements AutoCloseable {
    private static final Duration START_TIMEOUT = Duration.ofSeconds(120);
    private static final Duration STOP_TIMEOUT = Duration.ofSeconds(15);
    private static final int SHOWN_LINES = 5;

    private final List<String> command;
    private final List<String> arguments;
    private final Path home;
    private final Map<String, String> environment;
    private final Thread killer = new Thread(this::kill, "kill-server");
    private @Nullable Process process;
    private @Nullable ReadyLine ready;

    /**
     * Nothing is started yet.
     *
     * @param command how a server is started: the launcher, or a JVM with its options
     * @param home given as {@code --home}
     * @param arguments further arguments, without ports
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
        if (isRunning()) throw new IllegalStateException("runs already: " + home);
        try {
            Files.createDirectories(home);
            ProcessBuilder builder = new ProcessBuilder(commandLine()).redirectError(
                    ProcessBuilder.Redirect.appendTo(errorFile().toFile()));
            builder.environment().putAll(environment);
            process = builder.start();
        } catch (IOException e) {
            throw new DemoFailure("cannot start " + command.get(0), e);
        }
        ready = awaitReady(process);
        return ready;
    }

    private List<String> commandLine() {
        List<String> line = new ArrayList<>(command);
        line.addAll(List.of("--home", home.toString()));
        line.addAll(List.of("--port", Integer.toString(ready == null ? 0 : ready.port())));
        line.addAll(List.of("--data-port", Integer.toString(ready == null ? 0 : ready.dataPort())));
        line.addAll(arguments);
        return line;
    }

    private ReadyLine awaitReady(Process started) {
        CompletableFuture<ReadyLine> line = new CompletableFuture<>();
        Thread reader = new Thread(() -> copyOutput(started, line), "output-of-" + home.getFileName());
        reader.setDaemon(true);
        reader.start();
        try {
            return line.get(START_TIMEOUT.toSeconds(), TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            kill();
            throw new DemoFailure("the server was not ready within " + START_TIMEOUT.toSeconds() + " s; see " + errorFile());
        } catch (ExecutionException e) {
            throw new DemoFailure("the server ended with code " + exitCode() + " before it was ready; " + lastErrors());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new DemoFailure("interrupted");
        }
    }

    private void copyOutput(Process started, CompletableFuture<ReadyLine> ready) {
        try (BufferedReader output = started.inputReader(StandardCharsets.UTF_8);
                BufferedWriter copy = Files.newBufferedWriter(
                        outputFile(), StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
            for (String line = output.readLine(); line != null; line = output.readLine()) {
                copy.write(line);
                copy.newLine();
                copy.flush();
                ReadyLine.parse(line).ifPresent(ready::complete);
            }
            ready.completeExceptionally(new IOException("output ended"));
        } catch (IOException e) {
            ready.completeExceptionally(e);
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

    /** Lets it run on after this JVM. */
    public void letGo() {
        Runtime.getRuntime().removeShutdownHook(killer);
    }

    /** Killed, without a chance to tidy up. */
    @Override
    public void close() {
        kill();
        // False when this JVM is ending, and then the hook runs anyway.
        if (!Thread.currentThread().equals(killer)) letGo();
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

    /** What the server wrote to its second output, over all its starts. */
    public Path errorFile() {
        return home.resolveSibling(home.getFileName() + ".err");
    }

    /** What the server wrote to its first output, over all its starts. */
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
