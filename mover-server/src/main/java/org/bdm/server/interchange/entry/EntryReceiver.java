package org.bdm.server.interchange.entry;

/** Takes what a list holds, in the order of the list. What it throws ends the reading. Lines are counted from 1. */
public interface EntryReceiver {
    /** Something that is asked for. */
    void entry(long line, ImportedEntry entry);

    /**
     * A line that is not taken; the reading goes on behind it where the format allows that.
     *
     * @param reason for a person; what it quotes is escaped
     */
    void refused(long line, String reason);

    /**
     * Something that was taken but is not what it seems, or a part that was left out.
     *
     * @param text for a person; what it quotes is escaped
     */
    void warned(long line, String text);

    /**
     * A warning that many lines may give rise to: whoever reads a whole list says it once, with the number of lines.
     *
     * @param text the same for each of them
     * @param example what this line has, quoted; empty if there is nothing to show
     */
    default void repeated(long line, String text, String example) {
        warned(line, example.isEmpty() ? text : text + ": " + example);
    }
}
