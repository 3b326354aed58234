package org.bdm.client.cli.verb;

/**
 * Width of the terminals that the two outputs are, in columns; 0 for an output that is no terminal.
 *
 * @param out of the first output
 * @param err of the second output
 */
public record TerminalWidths(int out, int err) {
    public static final TerminalWidths NONE = new TerminalWidths(0, 0);

    /** As the launcher found them, in system properties. */
    static TerminalWidths ofProperties() {
        return new TerminalWidths(
                Integer.getInteger("org.bdm.columns.out", 0), Integer.getInteger("org.bdm.columns.err", 0));
    }
}
