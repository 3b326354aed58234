package org.bdm.server.support;

import java.io.IOException;
import java.io.Writer;

/** Passes text on line by line without secrets, up to a bound. One thread. Closing it does not close what it writes to. */
final class SecretFilter extends Writer {
    private static final int LINE_LENGTH_MAX = 128 << 10;

    private final Writer out;
    private final SecretRemoval removal;
    private final StringBuilder line = new StringBuilder();
    private long left;
    private boolean isCut;

    /** Writes so many characters at most. */
    SecretFilter(Writer out, SecretRemoval removal, long charactersMax) {
        this.out = out;
        this.removal = removal;
        this.left = charactersMax;
    }

    @Override
    public void write(char[] text, int offset, int length) throws IOException {
        for (int i = offset; i < offset + length; i++) {
            if (text[i] == '\n') endLine();
            else if (line.length() < LINE_LENGTH_MAX) line.append(text[i]);
        }
    }

    private void endLine() throws IOException {
        // Of a line that was cut a secret may be left half: the end of the rest goes as well.
        if (line.length() == LINE_LENGTH_MAX) line.replace(LINE_LENGTH_MAX - 4_096, LINE_LENGTH_MAX, " [line cut]");
        String safe = removal.removedFrom(line.toString());
        line.setLength(0);
        if (isCut) return;
        if (safe.length() > left) {
            isCut = true;
            out.write("[the rest is left out: this file is too large]\n");
            return;
        }
        left -= safe.length();
        out.write(safe);
        out.write('\n');
    }

    @Override
    public void flush() throws IOException {
        out.flush();
    }

    /** Passes on a last line without an end. */
    @Override
    public void close() throws IOException {
        if (line.length() > 0) endLine();
        out.flush();
    }
}
