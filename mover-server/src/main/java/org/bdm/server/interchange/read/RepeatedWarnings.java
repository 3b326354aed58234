package org.bdm.server.interchange.read;

import java.util.LinkedHashMap;
import java.util.Map;
import org.bdm.server.interchange.entry.EntryReceiver;
import org.bdm.server.interchange.entry.ImportedEntry;

/** Says a warning that many lines give rise to once, at the end, with the first of the lines and their number. Belongs to one thread. */
final class RepeatedWarnings implements EntryReceiver {
    /** Beyond it a list is so odd that each line says it itself. */
    private static final int TEXTS_MAX = 100;

    private final EntryReceiver receiver;
    private final Map<String, Seen> seen = new LinkedHashMap<>();

    RepeatedWarnings(EntryReceiver receiver) {
        this.receiver = receiver;
    }

    private record Seen(long firstLine, String example, long times) {}

    @Override
    public void entry(long line, ImportedEntry entry) {
        receiver.entry(line, entry);
    }

    @Override
    public void refused(long line, String reason) {
        receiver.refused(line, reason);
    }

    @Override
    public void warned(long line, String text) {
        receiver.warned(line, text);
    }

    @Override
    public void repeated(long line, String text, String example) {
        if (seen.size() == TEXTS_MAX && !seen.containsKey(text)) {
            EntryReceiver.super.repeated(line, text, example);
            return;
        }
        seen.merge(
                text,
                new Seen(line, example, 1),
                (first, next) -> new Seen(first.firstLine(), first.example(), first.times() + 1));
    }

    /** Says what was repeated, once each. */
    void end() {
        seen.forEach((text, warning) -> {
            String times = warning.times() == 1 ? "" : " (" + warning.times() + " times in this list)";
            String example = warning.example().isEmpty() ? "" : ": " + warning.example();
            receiver.warned(warning.firstLine(), text + example + times);
        });
    }
}
