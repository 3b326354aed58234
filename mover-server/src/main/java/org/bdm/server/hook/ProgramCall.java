package org.bdm.server.hook;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
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
    private static final long SECONDS_MAX = 30;
    private static final int OUTPUT_LENGTH_MAX = 300;
    /** Passwords of the server lie in its environment, too. */
    private static final Set<String> PASSED_ON = Set.of("PATH", "HOME", "LANG", "TZ");

    private final Map<String, Path> programs;
    private final Path temporary;

    /**
     * With the programs by their names.
     *
     * @param temporary directory for their output, which is removed again
     */
    ProgramCall(Map<String, Path> programs, Path temporary) {
        this.programs = Map.copyOf(programs);
        this.temporary = temporary;
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
            Path output = Files.createTempFile(temporary, "hook", ".out");
            try {
                Files.write(input, message.json());
                int exit = run(builder(hook, message, program, input, output));
                if (exit != 0) throw new HookFailure(target.name() + " ended with " + exit + ": " + said(output));
            } finally {
                Files.deleteIfExists(input);
                Files.deleteIfExists(output);
            }
        } catch (IOException e) {
            throw new HookFailure("command " + target.name() + " cannot be run: " + e.getMessage(), e);
        }
    }

    /** Files at both ends: a program that does not read, or writes without end, holds nothing up. */
    private ProcessBuilder builder(Hook hook, HookMessage message, Path program, Path input, Path output) {
        ProcessBuilder builder = new ProcessBuilder(program.toString())
                .redirectInput(input.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .directory(temporary.toFile());
        Map<String, String> environment = builder.environment();
        environment.keySet().retainAll(PASSED_ON);
        environment.put("BDM_HOOK", hook.name());
        environment.put("BDM_SITE", message.site().value());
        return builder;
    }

    private static int run(ProcessBuilder builder) throws IOException, HookFailure, InterruptedException {
        Process process = builder.start();
        try {
            if (process.waitFor(SECONDS_MAX, TimeUnit.SECONDS)) return process.exitValue();
            throw new HookFailure("the command did not end within " + SECONDS_MAX + " s");
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }

    private static String said(Path output) throws IOException {
        try (InputStream in = Files.newInputStream(output)) {
            String text = new String(in.readNBytes(OUTPUT_LENGTH_MAX), StandardCharsets.UTF_8).strip();
            return text.isEmpty() ? "it wrote nothing" : ProblemText.shown(text);
        }
    }
}
