package org.bdm.client.cli.verb;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.Iterator;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.bdm.client.MoverApi;
import org.bdm.client.ServerAddress;
import org.bdm.client.output.ByteSize;
import org.bdm.client.output.MomentText;
import org.bdm.client.output.Table;
import org.bdm.client.output.Terminal;
import org.bdm.client.output.TerminalStyle;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;

/** Base of the verbs: connection and terminal. */
@Command
public abstract class Verb implements Callable<ExitCode> {
    @Spec
    @Nullable CommandSpec spec;

    private @Nullable MoverApi api;
    private @Nullable Terminal terminal;

    /** Does it. Errors are thrown; the front turns them into lines and codes. */
    protected abstract ExitCode run();

    @Override
    public final ExitCode call() {
        return run();
    }

    /** The front of the command that this verb belongs to. */
    public final Front front() {
        return (Front) spec().root().userObject();
    }

    /** The options after the verb. */
    protected final GlobalOptions options() {
        return GlobalOptions.of(spec());
    }

    /** The verb that was called: this one, or one of its methods. */
    public final CommandSpec spec() {
        if (spec == null) throw new IllegalStateException("not called through picocli");
        ParseResult parsed = spec.commandLine().getParseResult();
        return parsed != null && parsed.hasSubcommand() ? parsed.subcommand().commandSpec() : spec;
    }

    /** The control plane that the options name. */
    public final MoverApi api() {
        if (api == null) api = new MoverApi(address(), pacer()::pause, waits());
        return api;
    }

    /** Shown to who looks at a terminal; a script is told nothing. */
    private UnaryOperator<Supplier<byte[]>> waits() {
        boolean isShown = style(front().surroundings().widths().err()).interactive();
        return isShown ? new WaitingLine(front().surroundings().err()) : UnaryOperator.identity();
    }

    /** Returns the address of the control plane. */
    protected ServerAddress address() {
        try {
            return connections().address(front().options(), options());
        } catch (IllegalArgumentException e) {
            throw usage(e.getMessage());
        }
    }

    /** The content of a file that was named; {@code -} is the standard input. */
    public final InputStream opened(String file) {
        try {
            return file.equals("-") ? front().surroundings().in() : Files.newInputStream(Path.of(file));
        } catch (NoSuchFileException e) {
            throw usage("no such file: " + file);
        } catch (IOException e) {
            throw usage("cannot read " + file + ": " + e.getMessage());
        }
    }

    protected final Connections connections() {
        return new Connections(front().surroundings());
    }

    public final Pacer pacer() {
        return front().surroundings().pacer();
    }

    public final ZoneId zone() {
        return pacer().clock().getZone();
    }

    /** A script reads the output. */
    public final boolean json() {
        return options().json || front().options().json;
    }

    public final Terminal terminal() {
        if (terminal == null)
            terminal = front().terminal(style(front().surroundings().widths().out()));
        return terminal;
    }

    /** A terminal whose live lines do not disturb the data on the first output. */
    public final Terminal besideData() {
        return front().terminal(style(front().surroundings().widths().err()).withLiveOnErrors());
    }

    private TerminalStyle style(int columns) {
        return front().style(options(), columns);
    }

    /** The command was understood by the parser but makes no sense. */
    public final ParameterException usage(@Nullable String what) {
        return new ParameterException(spec().commandLine(), what == null ? "invalid arguments" : what);
    }

    /** Reads a number of at least 1, or {@code none}, which is 0; null if the option is not given. */
    protected final @Nullable Integer countOrNone(String option, @Nullable String text) {
        if (text == null) return null;
        if (text.equals("none")) return 0;
        try {
            int count = Integer.parseInt(text);
            if (count >= 1) return count;
        } catch (NumberFormatException e) {
            throw usage(option + " must be a number or none, not " + text);
        }
        throw usage(option + " must be at least 1, not " + text);
    }

    /** Reads a rate in bytes/s, or {@code none}, which is 0; null if the option is not given. */
    protected final @Nullable Long rateOrNone(String option, @Nullable String text) {
        if (text == null) return null;
        if (text.equals("none")) return 0L;
        try {
            long rate = ByteSize.parse(text);
            if (rate > 0) return rate;
        } catch (IllegalArgumentException e) {
            throw usage(e.getMessage());
        }
        throw usage(option + " 0 would stop it; write 'none' for no limit");
    }

    /** A moment of the past that the user wrote, as RFC 3339; null if there is none. */
    protected final @Nullable String pastMoment(@Nullable String text) {
        if (text == null) return null;
        try {
            return MomentText.past(text, pacer().clock()).toString();
        } catch (IllegalArgumentException e) {
            throw usage(e.getMessage());
        }
    }

    /** Lists: one JSON object a line, or what {@code each} writes. */
    protected final <T> void print(Iterator<T> items, Consumer<T> each) {
        items.forEachRemaining(json() ? terminal()::json : each);
    }

    /** A list as a table, into which {@code row} writes an item. */
    protected final <T> ExitCode listed(Table table, Iterator<T> items, Consumer<T> row) {
        print(items, row);
        if (!json()) terminal().table(table);
        return ExitCode.DONE;
    }

    /** One thing: a JSON document, or what {@code text} writes. */
    protected final <T> ExitCode shown(T thing, Consumer<T> text) {
        if (json()) terminal().json(thing);
        else text.accept(thing);
        return ExitCode.DONE;
    }
}
