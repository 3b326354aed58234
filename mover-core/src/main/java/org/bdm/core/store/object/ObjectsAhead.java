package org.bdm.core.store.object;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import org.bdm.core.fault.MoverException;
import org.bdm.core.s3.AskedObject;
import org.bdm.core.store.BatchOpen;
import org.bdm.core.store.ReadableFile;
import org.bdm.core.store.StorePath;
import org.jspecify.annotations.Nullable;

/** Small objects in their order: while one is read, the next ones are on their way. Belongs to one thread. */
final class ObjectsAhead implements BatchOpen {
    private static final int ASKED_MAX = 8; // so many that a store is never waited for, few enough for several readers

    private final ObjectStore store;
    private final Iterator<StorePath> left;
    private final Deque<Turn> turns = new ArrayDeque<>();

    private record Turn(
            StorePath path,
            @Nullable AskedObject asked,
            @Nullable MoverException error) {}

    ObjectsAhead(ObjectStore store, List<StorePath> files) {
        this.store = store;
        this.left = files.iterator();
    }

    @Override
    public ReadableFile next() {
        while (turns.size() < ASKED_MAX && left.hasNext()) turns.add(asked(left.next()));
        Turn turn = turns.poll();
        if (turn == null) throw new NoSuchElementException("all files of the batch were opened");
        if (turn.asked() == null) throw turn.error() == null ? new IllegalStateException("no question") : turn.error();
        try (AskedObject asked = turn.asked()) {
            return store.open(turn.path(), asked);
        }
    }

    private Turn asked(StorePath path) {
        try {
            return new Turn(path, store.ask(path), null);
        } catch (MoverException e) {
            return new Turn(path, null, e); // told when it is its turn
        }
    }

    @Override
    public void close() {
        for (Turn each : turns) if (each.asked() != null) each.asked().close();
        turns.clear();
    }
}
