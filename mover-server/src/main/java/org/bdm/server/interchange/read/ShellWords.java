package org.bdm.server.interchange.read;

import java.util.ArrayList;
import java.util.List;
import org.bdm.server.interchange.entry.RefusedLine;

/** Splits a line as a POSIX shell does, without ever expanding anything: blanks, both quotes, backslashes, {@code #} for the rest. */
final class ShellWords {
    private final String line;
    private final List<String> words = new ArrayList<>();
    private final StringBuilder word = new StringBuilder();
    private boolean isInWord;
    private int position;

    private ShellWords(String line) {
        this.line = line;
    }

    /** Refuses a quote that is not closed. */
    static List<String> of(String line) throws RefusedLine {
        return new ShellWords(line).split();
    }

    private List<String> split() throws RefusedLine {
        while (position < line.length()) {
            char c = line.charAt(position++);
            switch (c) {
                case ' ', '\t' -> end();
                case '#' -> position = line.length();
                case '\'' -> quoted('\'');
                case '"' -> quoted('"');
                case '\\' -> add(escaped());
                default -> add(c);
            }
        }
        end();
        return words;
    }

    private void quoted(char quote) throws RefusedLine {
        isInWord = true;
        while (position < line.length()) {
            char c = line.charAt(position++);
            if (c == quote) return;
            boolean isEscape =
                    quote == '"' && c == '\\' && position < line.length() && "\"\\".indexOf(line.charAt(position)) >= 0;
            add(isEscape ? line.charAt(position++) : c);
        }
        throw new RefusedLine("a quote is not closed");
    }

    private char escaped() throws RefusedLine {
        if (position == line.length()) throw new RefusedLine("the line ends with a backslash");
        return line.charAt(position++);
    }

    private void add(char c) {
        isInWord = true;
        word.append(c);
    }

    private void end() {
        if (isInWord) words.add(word.toString());
        word.setLength(0);
        isInWord = false;
    }
}
