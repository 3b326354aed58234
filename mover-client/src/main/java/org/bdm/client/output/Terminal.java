package org.bdm.client.output;

import java.io.PrintWriter;
import java.util.List;
import org.bdm.client.Json;
import org.jspecify.annotations.Nullable;

/**
 * The two outputs: data on the first, messages on the second. Every text that passes through is made harmless, so no
 * other code of the client may write to either. One thread only.
 */
public final class Terminal {
    private static final String UP_AND_ERASE = "\u001b[1A\u001b[2K";

    private final PrintWriter out;
    private final PrintWriter err;
    private final TerminalStyle style;
    private int liveLines;

    public Terminal(PrintWriter out, PrintWriter err, TerminalStyle style) {
        this.out = out;
        this.err = err;
        this.style = style;
    }

    /** Returns the style of the output. */
    public TerminalStyle style() {
        return style;
    }

    /** One line of data. */
    public void line(String text) {
        endLive();
        out.println(SafeText.of(text));
        out.flush();
    }

    /** The names of the columns of lines that follow; only for a terminal, since a program that counts lines counts things. */
    public void heading(String names) {
        if (style.columns() > 0) line(names);
    }

    /** A digest or another long detail; empty where a terminal has no room for it behind so many characters. */
    public String roomFor(String detail, int before) {
        boolean hasRoom = style.columns() == 0 || before + detail.length() <= style.columns();
        return hasRoom ? detail : "";
    }

    /** One line of data that begins with a state. */
    public void stateLine(String text) {
        endLive();
        String safe = SafeText.of(text);
        out.println(style.colour() ? StateColour.of(safe) : safe);
        out.flush();
    }

    /** One JSON document on one line. */
    public void json(Object message) {
        out.println(Json.text(message));
        out.flush();
    }

    /** Lines of data in columns; the table has made its cells harmless. */
    public void table(Table table) {
        endLive();
        table.lines(style.columns(), style.colour()).forEach(out::println);
        out.flush();
    }

    /** Facts, one a line, with the state in its colour. */
    public void sheet(List<String> facts) {
        facts.forEach(fact -> out.println(
                style.colour() && fact.startsWith("state ")
                        ? "state " + StateColour.of(SafeText.of(fact.substring(6)))
                        : SafeText.of(fact)));
        out.flush();
    }

    /** One line for people, on the second output; nothing when quiet. */
    public void message(String text) {
        if (style.quiet()) return;
        endLive();
        err.println(SafeText.of(text));
        err.flush();
    }

    /** Prints an error, and on the next line what to do about it. Also when quiet. */
    public void error(String code, String detail, @Nullable String advice) {
        endLive();
        err.println(coloured("31", "error: ") + SafeText.of(code) + ": " + SafeText.of(detail));
        if (advice != null && !advice.isBlank()) err.println(SafeText.of(advice));
        err.flush();
    }

    /** Replaces the lines shown before by these; only for a real terminal. */
    public void live(List<String> lines) {
        PrintWriter target = style.liveOnErrors() ? err : out;
        for (int i = 0; i < liveLines; i++) target.print(UP_AND_ERASE);
        for (String line : lines) {
            String safe = SafeText.of(line);
            // A line that wraps could not be taken back.
            target.println(safe.length() < style.columns() ? safe : safe.substring(0, style.columns() - 1));
        }
        target.flush();
        liveLines = lines.size();
    }

    /** Ends live output: what is shown stays, and what follows appears below it. */
    public void endLive() {
        liveLines = 0;
    }

    private String coloured(String colour, String text) {
        return style.colour() ? "\u001b[" + colour + "m" + text + "\u001b[0m" : text;
    }
}
