package org.bdm.client.cli;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.Map;
import org.bdm.client.cli.verb.Pacer;
import org.bdm.client.cli.verb.Surroundings;
import org.bdm.client.cli.verb.TerminalWidths;

/** Runs the command in this process, with a clock that only pauses turn. */
final class CommandRun {
    record Result(int code, String out, String err) {}

    private final Map<String, String> environment = new HashMap<>();
    private final TurnedClock clock = new TurnedClock();
    private Path home = Path.of("no-such-home");
    private TerminalWidths widths = TerminalWidths.NONE;
    private byte[] input = new byte[0];
    private OutputStream output;

    CommandRun environment(String name, String value) {
        environment.put(name, value);
        return this;
    }

    /** For commands to a real server: a time that is to come must be so for both. */
    CommandRun startingNow() {
        clock.now = Clock.systemUTC().instant();
        return this;
    }

    CommandRun home(Path directory) {
        home = directory;
        return this;
    }

    CommandRun terminal(int columns) {
        widths = new TerminalWidths(columns, columns);
        return this;
    }

    CommandRun input(String text) {
        return input(text.getBytes(StandardCharsets.UTF_8));
    }

    CommandRun input(byte[] bytes) {
        input = bytes.clone();
        return this;
    }

    /** The place for bytes that are not text, in the place of the result. */
    CommandRun output(OutputStream bytes) {
        output = bytes;
        return this;
    }

    Result run(String... args) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        StringWriter err = new StringWriter();
        Surroundings surroundings = new Surroundings(
                new PrintWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8)),
                output == null ? out : output,
                new PrintWriter(err),
                new ByteArrayInputStream(input),
                environment,
                home,
                widths,
                clock);
        int code = Main.run(surroundings, args);
        return new Result(code, out.toString(StandardCharsets.UTF_8), err.toString());
    }

    private static final class TurnedClock extends Clock implements Pacer {
        private Instant now = Instant.parse("2026-11-20T10:00:30Z");

        @Override
        public Clock clock() {
            return this;
        }

        @Override
        public void pause(Duration length) {
            now = now.plus(length);
        }

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Instant instant() {
            return now;
        }
    }
}
