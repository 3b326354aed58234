package org.bdm.server.program;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A program of this machine that reads its standard input and writes a bounded output, standard error included. It is ended, with all that it
 * began, when its time is over or the waiting thread is interrupted. May run several times at once.
 */
public final class BoundedProgram {
    private static final long LOOK_MILLIS = 20;
    private static final int PIPE_BYTES = 64 * 1024;
    private static final int LOOKS_MAX = 16;
    /** Passwords of the server lie in its environment, too. */
    private static final Set<String> PASSED_ON = Set.of("PATH", "HOME", "LANG", "TZ");

    private final List<String> command;
    private final Path temporary;
    private final Duration longest;
    private final int outputBytesMax;

    /**
     * Keeps what is to be run.
     *
     * @param command the program and its arguments
     * @param temporary directory for the input, which is removed again, and in which the program runs
     * @param longest after which it is ended
     * @param outputBytesMax of which the beginning is kept
     */
    public BoundedProgram(List<String> command, Path temporary, Duration longest, int outputBytesMax) {
        this.command = List.copyOf(command);
        this.temporary = temporary;
        this.longest = longest;
        this.outputBytesMax = outputBytesMax;
    }

    /**
     * A program that ended by itself.
     *
     * @param exit its exit code
     * @param output the beginning of what it wrote
     */
    @SuppressWarnings("ArrayRecordComponent") // handed to the one who asked
    public record Ended(int exit, byte[] output) {
        /** Returns the output as text, without blanks at its ends. */
        public String text() {
            return new String(output, StandardCharsets.UTF_8).strip();
        }
    }

    /**
     * Runs it once.
     *
     * @param variables added to its environment
     * @throws TimeoutException if it did not end in its time
     * @throws IOException if it cannot be run
     */
    public Ended run(Map<String, String> variables, byte[] input)
            throws IOException, TimeoutException, InterruptedException {
        Path file = Files.createTempFile(temporary, "input", ".tmp");
        try {
            Files.write(file, input);
            return run(builder(variables, file));
        } finally {
            Files.deleteIfExists(file);
        }
    }

    /** A file as input: a program that does not read holds nothing up. Its output comes over a pipe, and takes no room. */
    private ProcessBuilder builder(Map<String, String> variables, Path input) {
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectInput(input.toFile())
                .redirectErrorStream(true)
                .directory(temporary.toFile());
        Map<String, String> environment = builder.environment();
        environment.keySet().retainAll(PASSED_ON);
        environment.putAll(variables);
        return builder;
    }

    private Ended run(ProcessBuilder builder) throws IOException, TimeoutException, InterruptedException {
        Process process = builder.start();
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        try (InputStream output = process.getInputStream()) {
            long endNanos = System.nanoTime() + longest.toNanos();
            while (!process.waitFor(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
                drain(output, said);
                if (System.nanoTime() - endNanos >= 0)
                    throw new TimeoutException("the command did not end within " + longest.toSeconds() + " s");
            }
            drain(output, said); // a child that it left behind may hold the pipe open: nobody waits for its end
            return new Ended(process.exitValue(), said.toByteArray());
        } finally {
            end(process);
        }
    }

    /** Takes what is in the pipe, a few looks at most, and keeps its beginning. */
    private void drain(InputStream output, ByteArrayOutputStream said) throws IOException {
        byte[] bytes = new byte[PIPE_BYTES];
        for (int look = 0; look < LOOKS_MAX; look++) {
            int there = output.available();
            if (there <= 0) return;
            int read = output.read(bytes, 0, Math.min(there, bytes.length));
            if (read < 0) return;
            said.write(bytes, 0, Math.min(read, outputBytesMax - said.size()));
        }
    }

    /** Ends the program and what it began, also what is begun meanwhile. */
    private static void end(Process process) {
        for (int look = 0; look < LOOKS_MAX && process.isAlive(); look++) {
            List<ProcessHandle> below = process.descendants().toList();
            if (look > 0 || below.isEmpty()) process.destroyForcibly();
            below.forEach(ProcessHandle::destroyForcibly);
        }
        process.destroyForcibly();
    }
}
