package org.bdm.client.cli.verb;

import java.io.BufferedReader;
import java.io.Console;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Asks for passwords: without echo on a terminal, else for a line of the input each. Never on the command line, which others see. */
public final class PasswordInput {
    private final Verb verb;
    private @Nullable BufferedReader lines;

    /** Of the process that this verb runs in. */
    public PasswordInput(Verb verb) {
        this.verb = verb;
    }

    /** The password in this file, {@code -} for the input; asks for it if there is no file. */
    public String of(@Nullable String file, String prompt) {
        return file == null ? asked(prompt) : ofFile(file);
    }

    /** As {@link #of}, for a new password: on a terminal it is typed twice. */
    public String ofNew(@Nullable String file, String prompt) {
        String password = of(file, prompt);
        boolean isTyped = file == null && console() != null;
        if (isTyped && !asked("Once more: ").equals(password)) throw verb.usage("the two passwords differ");
        return password;
    }

    private String ofFile(String file) {
        if (file.equals("-")) return line();
        try (InputStream content = verb.opened(file)) {
            return present(reader(content).readLine());
        } catch (IOException e) {
            throw verb.usage("cannot read " + file + ": " + e.getMessage());
        }
    }

    private String asked(String prompt) {
        Console console = console();
        if (console == null) return line();
        char[] typed = console.readPassword("%s", prompt);
        return present(typed == null ? null : new String(typed));
    }

    private @Nullable Console console() {
        return verb.front().surroundings().in() == System.in ? System.console() : null;
    }

    private String line() {
        try {
            if (lines == null) lines = reader(verb.front().surroundings().in());
            return present(lines.readLine());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static BufferedReader reader(InputStream in) {
        return new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
    }

    private String present(@Nullable String password) {
        if (password == null || password.isEmpty()) throw verb.usage("no password given");
        return password;
    }
}
