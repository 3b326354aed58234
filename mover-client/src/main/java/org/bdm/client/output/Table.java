package org.bdm.client.output;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Columns two blanks apart, each as wide as its widest cell; numbers to the right. Rows are held: for bounded lists. */
public final class Table {
    private final List<String[]> rows = new ArrayList<>();
    private final boolean[] rightAligned;

    /** A heading that begins with {@code >} stands to the right, with its column. */
    public Table(String... headings) {
        rightAligned = new boolean[headings.length];
        String[] shown = new String[headings.length];
        for (int i = 0; i < headings.length; i++) {
            rightAligned[i] = headings[i].startsWith(">");
            shown[i] = rightAligned[i] ? headings[i].substring(1) : headings[i];
        }
        rows.add(shown);
    }

    /** One more row; as many cells as headings. */
    public void row(String... cells) {
        if (cells.length != rightAligned.length)
            throw new IllegalArgumentException(cells.length + " cells for " + rightAligned.length + " columns");
        rows.add(Arrays.stream(cells).map(SafeText::of).toArray(String[]::new));
    }

    /** Rows without the headings. */
    public int size() {
        return rows.size() - 1;
    }

    List<String> lines() {
        int[] widths = new int[rightAligned.length];
        for (String[] row : rows) {
            for (int i = 0; i < row.length; i++) widths[i] = Math.max(widths[i], row[i].length());
        }
        return rows.stream().map(row -> line(row, widths)).toList();
    }

    private String line(String[] row, int[] widths) {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < row.length; i++) {
            if (i > 0) line.append("  ");
            String blanks = " ".repeat(widths[i] - row[i].length());
            line.append(rightAligned[i] ? blanks + row[i] : row[i] + blanks);
        }
        return line.toString().stripTrailing();
    }
}
