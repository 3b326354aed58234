package org.bdm.client.output;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Columns two blanks apart, each as wide as its widest cell; numbers to the right. Rows are held: for bounded lists. On a terminal
 * a table is made to fit: it loses columns that are empty, then optional ones from the right, then its widest texts are shortened, and
 * at last long names lose their middle. Ids are never shortened, since people copy them; {@code --wide} has all names.
 */
public final class Table {
    private static final int LEAST_WIDTH = 8;
    private static final int LEAST_NAME_WIDTH = 16;
    private static final String MARKS = ">?~/";
    private static final String CUT = "..";

    private final List<String[]> rows = new ArrayList<>();
    private final String[] headings;
    private final boolean[] rightAligned;
    private final boolean[] optional;
    private final boolean[] isText;
    private final boolean[] isName;

    /**
     * Creates a table. The first characters of a heading describe its column: {@code >} numbers, {@code ?} can be left out, {@code ~} can be
     * shortened, {@code /} a name that can lose its middle.
     */
    public Table(String... headings) {
        this.headings = new String[headings.length];
        rightAligned = new boolean[headings.length];
        optional = new boolean[headings.length];
        isText = new boolean[headings.length];
        isName = new boolean[headings.length];
        for (int i = 0; i < headings.length; i++) {
            int begin = 0;
            while (MARKS.indexOf(headings[i].charAt(begin)) >= 0) begin++;
            String marks = headings[i].substring(0, begin);
            rightAligned[i] = marks.contains(">");
            optional[i] = marks.contains("?");
            isText[i] = marks.contains("~");
            isName[i] = marks.contains("/");
            this.headings[i] = headings[i].substring(begin);
        }
    }

    /** One more row; as many cells as headings. */
    public void row(String... cells) {
        if (cells.length != rightAligned.length)
            throw new IllegalArgumentException(cells.length + " cells for " + rightAligned.length + " columns");
        rows.add(Arrays.stream(cells).map(SafeText::of).toArray(String[]::new));
    }

    /** Rows without the headings. */
    public int size() {
        return rows.size();
    }

    /** Everything, for a pipe or a file. */
    List<String> lines() {
        return lines(0, false);
    }

    /** The headings and the rows, in at most so many columns of a terminal if that is possible; 0 has no end. */
    List<String> lines(int columns, boolean colour) {
        int[] widths = widths();
        if (columns > 0) fit(widths, columns);
        List<String> lines = new ArrayList<>();
        lines.add(line(headings, widths, false));
        rows.forEach(row -> lines.add(line(row, widths, colour)));
        return lines;
    }

    private int[] widths() {
        int[] widths = new int[headings.length];
        for (int i = 0; i < headings.length; i++) widths[i] = headings[i].length();
        for (String[] row : rows) {
            for (int i = 0; i < row.length; i++) widths[i] = Math.max(widths[i], row[i].length());
        }
        return widths;
    }

    /** A column of width 0 is not shown. */
    private void fit(int[] widths, int columns) {
        for (int i = 0; i < widths.length; i++) {
            if (!rows.isEmpty() && isEmpty(i)) widths[i] = 0;
        }
        for (int i = widths.length - 1; i >= 0 && sum(widths) > columns; i--) {
            if (optional[i]) widths[i] = 0;
        }
        narrow(widths, columns, isText, LEAST_WIDTH);
        narrow(widths, columns, isName, LEAST_NAME_WIDTH);
    }

    private static void narrow(int[] widths, int columns, boolean[] which, int least) {
        for (int widest = widest(widths, which, least);
                widest >= 0 && sum(widths) > columns;
                widest = widest(widths, which, least)) {
            widths[widest]--;
        }
    }

    private boolean isEmpty(int column) {
        return rows.stream().allMatch(row -> row[column].isEmpty() || row[column].equals("-"));
    }

    /** A column that can be shortened; -1 if there is none left. */
    private static int widest(int[] widths, boolean[] which, int least) {
        int widest = -1;
        for (int i = 0; i < widths.length; i++) {
            if (which[i] && widths[i] > least && (widest < 0 || widths[i] > widths[widest])) widest = i;
        }
        return widest;
    }

    private static int sum(int[] widths) {
        int shown = (int) Arrays.stream(widths).filter(width -> width > 0).count();
        return Arrays.stream(widths).sum() + 2 * Math.max(0, shown - 1);
    }

    private String line(String[] row, int[] widths, boolean colour) {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < row.length; i++) {
            if (widths[i] == 0) continue;
            if (line.length() > 0) line.append("  ");
            String cell = isName[i] ? Terminal.middleLeftOut(row[i], widths[i]) : shortened(row[i], widths[i]);
            String blanks = " ".repeat(widths[i] - cell.length());
            if (colour && headings[i].equals("STATE")) cell = StateColour.of(cell);
            line.append(rightAligned[i] ? blanks + cell : cell + blanks);
        }
        return line.toString().stripTrailing();
    }

    private static String shortened(String cell, int width) {
        if (cell.length() <= width) return cell;
        String begin = cell.substring(0, width - CUT.length());
        boolean isWithinWord = cell.charAt(begin.length()) != ' ';
        int blank = begin.lastIndexOf(' ');
        boolean isWordLost = isWithinWord && blank >= begin.length() / 2; // "1 faile.." says less than "1 file.."
        return (isWordLost ? begin.substring(0, blank) : begin).stripTrailing() + CUT;
    }
}
