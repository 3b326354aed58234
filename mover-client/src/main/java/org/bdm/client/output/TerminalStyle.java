package org.bdm.client.output;

/**
 * Style of output.
 *
 * @param columns width of the terminal; 0 when the output is none, and then nothing is drawn live
 * @param colour whether errors are coloured
 * @param quiet whether messages that are no errors are left away
 * @param wide whether lists show everything in full, however wide the terminal is
 * @param liveOnErrors whether live lines go to the second output, because the first carries data
 */
public record TerminalStyle(int columns, boolean colour, boolean quiet, boolean wide, boolean liveOnErrors) {
    private static final int LEAST_COLUMNS = 20;

    /** Refuses a width below zero; a very narrow terminal is treated as none. */
    public TerminalStyle {
        if (columns < 0) throw new IllegalArgumentException("columns are negative: " + columns);
        if (columns < LEAST_COLUMNS) columns = 0;
    }

    /** For pipes and files. */
    public static TerminalStyle plain(boolean quiet) {
        return new TerminalStyle(0, false, quiet, false, false);
    }

    /** Columns that lists have to fit; 0 for as many as they take. */
    public int listColumns() {
        return wide ? 0 : columns;
    }

    /** True when lines can be drawn over. */
    public boolean interactive() {
        return columns > 0 && !quiet;
    }

    /** The same with the live lines on the second output. */
    public TerminalStyle withLiveOnErrors() {
        return new TerminalStyle(columns, colour, quiet, wide, true);
    }
}
