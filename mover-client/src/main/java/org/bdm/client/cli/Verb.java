package org.bdm.client.cli;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.Iterator;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.bdm.client.MoverApi;
import org.bdm.client.ServerAddress;
import org.bdm.client.output.Terminal;
import org.bdm.client.output.TerminalStyle;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** What the verbs share: where to ask, where to write. */
abstract class Verb implements Callable<Integer> {
    @Mixin
    final GlobalOptions options = new GlobalOptions();

    @Spec
    @Nullable CommandSpec spec;

    private @Nullable MoverApi api;
    private @Nullable Terminal terminal;

    /** Does it. Errors are thrown; {@code Main} turns them into lines and codes. */
    abstract ExitCode run();

    @Override
    public final Integer call() {
        return run().number();
    }

    final Main main() {
        return (Main) spec().root().userObject();
    }

    final CommandSpec spec() {
        if (spec == null) throw new IllegalStateException("not called through picocli");
        return spec;
    }

    final MoverApi api() {
        if (api == null) api = new MoverApi(address());
        return api;
    }

    ServerAddress address() {
        try {
            return connections().address(main().options, options);
        } catch (IllegalArgumentException e) {
            throw usage(e.getMessage());
        }
    }

    /** The content of a file that was named; {@code -} is the standard input. */
    final InputStream opened(String file) {
        try {
            return file.equals("-") ? main().surroundings().in() : Files.newInputStream(Path.of(file));
        } catch (NoSuchFileException e) {
            throw usage("there is no file " + file);
        } catch (IOException e) {
            throw usage("cannot read " + file + ": " + e.getMessage());
        }
    }

    final Connections connections() {
        return new Connections(main().surroundings());
    }

    final Pacer pacer() {
        return main().surroundings().pacer();
    }

    final ZoneId zone() {
        return pacer().clock().getZone();
    }

    final boolean json() {
        return options.json || main().options.json;
    }

    final Terminal terminal() {
        if (terminal == null)
            terminal = main().terminal(style(main().surroundings().widths().out()));
        return terminal;
    }

    /** A terminal whose live lines do not disturb the data on the first output. */
    final Terminal besideData() {
        return main().terminal(style(main().surroundings().widths().err()).withLiveOnErrors());
    }

    private TerminalStyle style(int columns) {
        return main().style(options, columns);
    }

    /** The command was understood by the parser but makes no sense. */
    final ParameterException usage(@Nullable String what) {
        return new ParameterException(spec().commandLine(), what == null ? "not understood" : what);
    }

    /** Lists: one JSON object a line, or what {@code rows} writes. */
    final <T> void print(Iterator<T> items, Consumer<T> each) {
        items.forEachRemaining(json() ? terminal()::json : each);
    }
}
