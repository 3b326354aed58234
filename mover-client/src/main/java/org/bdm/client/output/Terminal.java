package org.bdm.client.output;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.bdm.client.Json;
import org.jspecify.annotations.Nullable;

/**
 * The two outputs: data on the first, messages on the second. Every text that passes through is made harmless, so no
 * other code of the client may write to either. One thread only.
 */
public final class Terminal {
    private static final int LEAST_NAME_COLUMNS = 20;
    private static final String UP_AND_ERASE = "\u001b[1A\u001b[2K";

    private final PrintWriter out;
    private final PrintWriter err;
    private final TerminalStyle style;
    private int liveLines;
    private boolean isTogether;

    public Terminal(PrintWriter out, PrintWriter err, TerminalStyle style) {
        this.out = out;
        this.err = err;
        this.style = style;
    }

    /** Returns the style of the output. */
    public TerminalStyle style() {
        return style;
    }

    /** Shows what is printed meanwhile in one go: writing line by line takes longer than making the lines. */
    public void together(Runnable prints) {
        isTogether = true;
        try {
            prints.run();
        } finally {
            isTogether = false;
            out.flush();
        }
    }

    private void flush() {
        if (!isTogether) out.flush();
    }

    /** One line of data. */
    public void line(String text) {
        endLive();
        out.println(SafeText.of(text));
        flush();
    }

    /** The names of the columns of lines that follow; only for a terminal, since a program that counts lines counts things. */
    public void heading(String names) {
        if (style.columns() > 0) line(names);
    }

    /**
     * One thing of a long list, which is shown as it comes. For a program, and with {@code --wide}, one line of everything. For a terminal
     * a line that fits, with the middle of the name left out if it must be, and below it what has no room there.
     *
     * @param head columns before the name
     * @param name what the thing is called
     * @param tail a few words behind it; may be empty
     * @param detail is left out of a terminal where it has no room, as a digest; may be empty
     * @param notes what must be seen, as an error; each may be empty
     */
    public void item(String head, String name, String tail, String detail, String... notes) {
        List<String> said = Arrays.stream(notes).filter(note -> !note.isEmpty()).toList();
        int columns = style.listColumns();
        String begin = head + name + behind(tail);
        String end = said.stream().map(Terminal::behind).collect(Collectors.joining());
        String all = begin + behind(detail) + end;
        if (columns == 0 || SafeText.of(all).length() <= columns) stateLine(all);
        else if (SafeText.of(begin + end).length() <= columns) stateLine(begin + end);
        else {
            int room = columns - head.length() - behind(tail).length();
            stateLine(head + middleLeftOut(SafeText.of(name), Math.max(LEAST_NAME_COLUMNS, room)) + behind(tail));
            List<String> below = new ArrayList<>();
            for (String note : said) wrap("    " + SafeText.of(note), columns + 1, "    ", below);
            below.forEach(out::println);
            flush();
        }
    }

    /** A sentence behind columns, which goes on below itself where a terminal has no more room. For a program one line. */
    public void sentence(String head, String text) {
        int columns = style.listColumns();
        if (columns == 0) {
            line(head + text);
            return;
        }
        endLive();
        String indent = " ".repeat(Math.min(head.length(), columns / 2));
        List<String> lines = new ArrayList<>();
        wrap(SafeText.of(head + text), columns + 1, indent, lines);
        lines.forEach(out::println);
        flush();
    }

    private static String behind(String text) {
        return text.isEmpty() ? "" : "  " + text;
    }

    /** The begin tells the place, the end the file. */
    static String middleLeftOut(String name, int columns) {
        if (name.length() <= columns) return name;
        int end = (columns - 2) * 2 / 3;
        return name.substring(0, columns - 2 - end) + ".." + name.substring(name.length() - end);
    }

    /** One line of data that begins with a state. */
    public void stateLine(String text) {
        endLive();
        String safe = SafeText.of(text);
        out.println(style.colour() ? StateColour.of(safe) : safe);
        flush();
    }

    /** One JSON document on one line. */
    public void json(Object message) {
        out.println(Json.text(message));
        flush();
    }

    /** Lines of data in columns; the table has made its cells harmless. */
    public void table(Table table) {
        endLive();
        table.lines(style.listColumns(), style.colour()).forEach(out::println);
        flush();
    }

    /** Facts, one a line, with the state in its colour. */
    public void sheet(List<String> facts) {
        facts.forEach(fact -> out.println(
                style.colour() && fact.startsWith("state ")
                        ? "state " + StateColour.of(SafeText.of(fact.substring(6)))
                        : SafeText.of(fact)));
        flush();
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
        List<String> shown = new ArrayList<>();
        for (String line : lines)
            wrap(
                    SafeText.of(line),
                    style.columns(),
                    "  ",
                    shown); // one that the terminal wraps could not be taken back
        shown.forEach(target::println);
        target.flush();
        liveLines = shown.size();
    }

    /** A text that is too long goes on in the next line: nothing of it is lost. */
    private static void wrap(String text, int columns, String indent, List<String> lines) {
        String left = text;
        while (left.length() >= columns) {
            int blank = left.lastIndexOf(' ', columns - 1);
            int cut = left.substring(0, Math.max(0, blank)).isBlank() ? columns - 1 : blank;
            lines.add(left.substring(0, cut).stripTrailing());
            left = indent + left.substring(cut).strip();
        }
        lines.add(left);
    }

    /** Ends live output: what is shown stays, and what follows appears below it. */
    public void endLive() {
        liveLines = 0;
    }

    private String coloured(String colour, String text) {
        return style.colour() ? "\u001b[" + colour + "m" + text + "\u001b[0m" : text;
    }
}
