package org.bdm.client.e2e;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Runs the tools of the system: a second opinion, and names that Java cannot write. */
final class Shell {
    private Shell() {}

    /** What the script writes; fails when it does not end with 0. */
    static String run(String script, Object... arguments) throws IOException {
        return run(Duration.ofMinutes(1), script, arguments);
    }

    /** As the other, for a script that may run this long. */
    static String run(Duration longest, String script, Object... arguments) throws IOException {
        String[] command = new String[4 + arguments.length];
        command[0] = "sh";
        command[1] = "-euc";
        command[2] = script;
        command[3] = "test";
        for (int i = 0; i < arguments.length; i++) command[4 + i] = arguments[i].toString();
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
        try {
            if (!process.waitFor(longest.toMillis(), TimeUnit.MILLISECONDS))
                throw new AssertionError("still runs: " + script);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted", e);
        }
        if (process.exitValue() != 0)
            throw new AssertionError(script + " ended with " + process.exitValue() + ": " + output);
        return output;
    }

    /** Type, path, size, time with all its digits and link target of everything below, sorted; without the mover's own. */
    static String tree(Object directory) throws IOException {
        return run(
                "cd \"$1\" && find . -name .bdm -prune -o ! -name . \\( -type f -printf '%y %P %s %T@\\n' -o -printf '%y %P %l\\n' \\) | LC_ALL=C sort",
                directory);
    }
}
