package org.bdm.server.hook;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import org.bdm.server.catalog.hook.Hook;
import org.bdm.server.message.ProblemText;
import org.bdm.server.program.BoundedProgram;

/**
 * A program of this machine, which gets the message as JSON on its standard input, and the name of the hook and of the site as BDM_HOOK and
 * BDM_SITE. It takes the message by ending with 0 within half a minute. Only programs that the settings of the server name can be run: who may
 * make hooks may not run what they like.
 */
final class ProgramCall implements HookSender<HookTarget.Program> {
    private static final Duration LONGEST = Duration.ofSeconds(30);
    private static final int OUTPUT_LENGTH_MAX = 300;

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
        BoundedProgram call = new BoundedProgram(List.of(program.toString()), temporary, longest, OUTPUT_LENGTH_MAX);
        try {
            BoundedProgram.Ended ended = call.run(
                    Map.of("BDM_HOOK", hook.name(), "BDM_SITE", message.site().value()), message.json());
            if (ended.exit() != 0)
                throw new HookFailure(target.name() + " ended with " + ended.exit() + ": " + shown(ended.text()));
        } catch (TimeoutException e) {
            throw new HookFailure(String.valueOf(e.getMessage()), e);
        } catch (IOException e) {
            throw new HookFailure("command " + target.name() + " cannot be run: " + e.getMessage(), e);
        }
    }

    private static String shown(String text) {
        return text.isEmpty() ? "it wrote nothing" : ProblemText.shown(text);
    }
}
