package org.bdm.server.hook;

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
import org.bdm.server.catalog.hook.Hook;
import org.bdm.server.message.ProblemText;

/**
 * A program of this machine, which gets the message as JSON on its standard input, and the name of the hook and of the site as BDM_HOOK and
 * BDM_SITE. It takes the message by ending with 0 within half a minute. Only programs that the settings of the server name can be run: who may
 * make hooks may not run what they like.
 */
final class ProgramCall implements HookSender<HookTarget.Program> {
    private static final Duration LONGEST = Duration.ofSeconds(30);
    private static final long LOOK_MILLIS = 20;
    private static final int PIPE_BYTES = 64 * 1024;
    private static final int LOOKS_MAX = 16;
    private static final int OUTPUT_LENGTH_MAX = 300;
    /** Passwords of the server lie in its environment, too. */
    private static final Set<String> PASSED_ON = Set.of("PATH", "HOME", "LANG", "TZ");

    private final Map<String, Path> programs;
    private final Path temporary;
    private final Duration longest;

    /**
     * With the programs by their names.
     *
     * @param temporary directory for their input, which is removed again
     */
    ProgramCall(Map<String, Path> programs, Path temporary) {
        this(programs, temporary, LONGEST);
    }

    /** The same, with another time bound. */
    ProgramCall(Map<String, Path> programs, Path temporary, Duration longest) {
        this.programs = Map.copyOf(programs);
        this.temporary = temporary;
        this.longest = longest;
    }

    @Override
    public void send(Hook hook, HookTarget.Program target, HookMessage message)
            throws HookFailure, InterruptedException {
        Path program = programs.get(target.name());
        if (program == null) {
            throw new HookFailure("the settings of this server name no hook-command '" + target.name() + "'");
        }
        try {
            Path input = Files.createTempFile(temporary, "hook", ".json");
            try {
                Files.write(input, message.json());
                run(target.name(), builder(hook, message, program, input));
            } finally {
                Files.deleteIfExists(input);
            }
        } catch (IOException e) {
            throw new HookFailure("command " + target.name() + " cannot be run: " + e.getMessage(), e);
        }
    }

    /** A file as input: a program that does not read holds nothing up. Its output comes over a pipe, and takes no room. */
    private ProcessBuilder builder(Hook hook, HookMessage message, Path program, Path input) {
        ProcessBuilder builder = new ProcessBuilder(program.toString())
                .redirectInput(input.toFile())
                .redirectErrorStream(true)
                .directory(temporary.toFile());
        Map<String, String> environment = builder.environment();
        environment.keySet().retainAll(PASSED_ON);
        environment.put("BDM_HOOK", hook.name());
        environment.put("BDM_SITE", message.site().value());
        return builder;
    }

    private void run(String name, ProcessBuilder builder) throws IOException, HookFailure, InterruptedException {
        Process process = builder.start();
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        try (InputStream output = process.getInputStream()) {
            long endNanos = System.nanoTime() + longest.toNanos();
            while (!process.waitFor(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
                drain(output, said);
                if (System.nanoTime() - endNanos >= 0)
                    throw new HookFailure("the command did not end within " + longest.toSeconds() + " s");
            }
            drain(output, said); // a child that it left behind may hold the pipe open: nobody waits for its end
            if (process.exitValue() != 0)
                throw new HookFailure(name + " ended with " + process.exitValue() + ": " + shown(said));
        } finally {
            end(process);
        }
    }

    /** Takes what is in the pipe, a few looks at most, and keeps its beginning. */
    private static void drain(InputStream output, ByteArrayOutputStream said) throws IOException {
        byte[] bytes = new byte[PIPE_BYTES];
        for (int look = 0; look < LOOKS_MAX; look++) {
            int there = output.available();
            if (there <= 0) return;
            int read = output.read(bytes, 0, Math.min(there, bytes.length));
            if (read < 0) return;
            said.write(bytes, 0, Math.min(read, OUTPUT_LENGTH_MAX - said.size()));
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

    private static String shown(ByteArrayOutputStream said) {
        String text = said.toString(StandardCharsets.UTF_8).strip();
        return text.isEmpty() ? "it wrote nothing" : ProblemText.shown(text);
    }
}
