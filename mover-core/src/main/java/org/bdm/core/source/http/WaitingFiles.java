package org.bdm.core.source.http;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import org.bdm.core.source.http.node.DataNode;

/**
 * The files of which something has still to be asked for, in the order in which they were wanted. Files that are at the same nodes wait
 * together: when those nodes are full none of them is looked at, of however many. Belongs to the source's event loop.
 */
final class WaitingFiles {
    private final Map<List<DataNode>, Set<HttpFile>> byNodes = new LinkedHashMap<>();
    private int files;

    void add(HttpFile file) {
        if (byNodes.computeIfAbsent(file.nodes(), absent -> new LinkedHashSet<>())
                .add(file)) files++;
    }

    void remove(HttpFile file) {
        Set<HttpFile> together = byNodes.get(file.nodes());
        if (together == null || !together.remove(file)) return;
        files--;
        if (together.isEmpty()) byNodes.remove(file.nodes());
    }

    int size() {
        return files;
    }

    /**
     * Asks for as much as the nodes take. Returns the files that no copy is left for.
     *
     * @param ask takes the next range of the file, and must not change what waits
     */
    List<HttpFile> ask(CopyChoice choice, long now, BiConsumer<HttpFile, HttpCopy> ask) {
        choice.beginRound();
        List<HttpFile> hopeless = new ArrayList<>();
        for (Iterator<Set<HttpFile>> groups = byNodes.values().iterator(); groups.hasNext(); ) {
            Set<HttpFile> together = groups.next();
            for (Iterator<HttpFile> i = together.iterator(); i.hasNext(); ) {
                HttpFile file = i.next();
                if (choice.isFull(file)) break; // and so it is for all that follow
                while (file.hasUnasked()) {
                    HttpCopy copy = choice.take(file, now);
                    if (copy == null) break;
                    ask.accept(file, copy);
                }
                if (!file.hasUnasked()) {
                    i.remove();
                    files--;
                } else if (file.running().isEmpty() && CopyChoice.isHopeless(file, now)) {
                    hopeless.add(file);
                }
            }
            if (together.isEmpty()) groups.remove();
        }
        return hopeless;
    }
}
