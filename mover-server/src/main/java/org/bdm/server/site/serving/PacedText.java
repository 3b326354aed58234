package org.bdm.server.site.serving;

import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** Text that is sent while it is written, so that an answer of any length takes a bounded memory. One thread. */
final class PacedText {
    private static final int KEPT_CHARACTERS = 32 * 1024;

    private final PacedOutput out;
    private final StringBuilder kept = new StringBuilder();

    PacedText(PacedOutput out) {
        this.out = out;
    }

    /** Adds text; sends what is kept when that is a good piece. */
    PacedText add(String text) throws IOException {
        kept.append(text);
        if (kept.length() >= KEPT_CHARACTERS) send();
        return this;
    }

    /** Sends the rest. */
    void send() throws IOException {
        byte[] bytes = kept.toString().getBytes(StandardCharsets.UTF_8);
        kept.setLength(0);
        if (bytes.length == 0) return;
        out.write(bytes, 0, bytes.length);
        out.pass();
    }
}
