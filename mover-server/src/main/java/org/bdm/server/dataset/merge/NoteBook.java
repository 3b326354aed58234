package org.bdm.server.dataset.merge;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import org.bdm.server.catalog.dataset.ReplicaNote;
import org.bdm.server.catalog.dataset.ReplicaNote.Kind;

/** Notes of one dataset. Of each code only so many are kept, and the number of the others. */
final class NoteBook {
    private static final int OF_ONE_CODE_MAX = 50;
    private static final Comparator<ReplicaNote> ORDER = Comparator.comparing(ReplicaNote::kind)
            .thenComparing(ReplicaNote::code)
            .thenComparing(ReplicaNote::subject)
            .thenComparing(ReplicaNote::text);

    private final TreeMap<String, TreeSet<ReplicaNote>> byCode = new TreeMap<>();

    void choice(String code, String subject, String text) {
        add(new ReplicaNote(Kind.CHOICE, code, subject, text));
    }

    void finding(String code, String subject, String text) {
        add(new ReplicaNote(Kind.FINDING, code, subject, text));
    }

    private void add(ReplicaNote note) {
        byCode.computeIfAbsent(note.code(), code -> new TreeSet<>(ORDER)).add(note);
    }

    List<ReplicaNote> notes() {
        List<ReplicaNote> all = new ArrayList<>();
        byCode.forEach((code, notes) -> {
            notes.stream().limit(OF_ONE_CODE_MAX).forEach(all::add);
            int others = notes.size() - OF_ONE_CODE_MAX;
            if (others > 0) {
                all.add(new ReplicaNote(notes.first().kind(), code, "", "and " + others + " more like these"));
            }
        });
        all.sort(ORDER);
        return all;
    }
}
