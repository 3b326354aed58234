package org.bdm.client.cli.verb;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.ZoneId;
import java.util.Map;

/**
 * Everything a verb takes from the machine, so that tests can give something else.
 *
 * @param bytes the output of {@code out}, for what is not text; whoever writes to it flushes both
 * @param home where {@code .bdm} is looked for when {@code BDM_HOME} does not say
 */
public record Surroundings(
        PrintWriter out,
        OutputStream bytes,
        PrintWriter err,
        InputStream in,
        Map<String, String> environment,
        Path home,
        TerminalWidths widths,
        Pacer pacer) {

    /** Reads the surroundings of this process. The launcher says which outputs are terminals: Java 17 cannot check one alone. */
    public static Surroundings ofProcess() {
        OutputStream bytes = new FileOutputStream(FileDescriptor.out);
        return new Surroundings(
                writer(bytes),
                bytes,
                writer(new FileOutputStream(FileDescriptor.err)),
                System.in,
                System.getenv(),
                Path.of(System.getProperty("user.home", ".")),
                TerminalWidths.ofProperties(),
                Pacer.real(Clock.system(ZoneId.systemDefault())));
    }

    static PrintWriter writer(OutputStream bytes) {
        return new PrintWriter(new OutputStreamWriter(bytes, StandardCharsets.UTF_8), false);
    }
}
