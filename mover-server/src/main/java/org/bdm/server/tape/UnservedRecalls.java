package org.bdm.server.tape;

import java.util.List;
import org.bdm.server.catalog.db.Durable;
import org.bdm.server.catalog.tape.EndedRecall;
import org.bdm.server.catalog.tape.RecallLook;
import org.bdm.server.catalog.tape.RecallState;
import org.bdm.server.catalog.tape.TapeRecall;
import org.bdm.server.catalog.tape.TapeRecalls;

/** Recalls at a data node without a tape service: it brings files when they are read, or nobody asks for them. One thread. */
final class UnservedRecalls {
    private static final int ROWS_AT_ONCE = 1_000;

    private final TapeRecalls recalls;
    private final String origin;

    UnservedRecalls(TapeRecalls recalls, String origin) {
        this.recalls = recalls;
        this.origin = origin;
    }

    void run() {
        for (RecallState state : List.of(RecallState.WANTED, RecallState.ASKED)) {
            List<TapeRecall> left = recalls.inState(origin, state, 0, ROWS_AT_ONCE);
            if (left.isEmpty()) continue;
            String note = "the data node offers no tape service";
            Durable.await(recalls.looked(left.stream()
                    .map(recall -> new RecallLook(recall.number(), RecallState.LEFT, false, false, note))
                    .toList()));
        }
        List<EndedRecall> ended = recalls.ended(origin, 0, ROWS_AT_ONCE);
        if (!ended.isEmpty()) Durable.await(recalls.remove(ended));
    }
}
