package org.bdm.core.writer;

import org.bdm.core.store.WorkArea;

/** The order in which bytes become durable and are marked. There is one true order; tests put in a wrong one, and must notice. */
@FunctionalInterface
interface MarkOrder {
    /** The data is on stable storage before the mark that says so is written, and the mark before anybody is told. */
    MarkOrder SYNC_THEN_MARK = (run, area) -> {
        run.forceData(area);
        run.appendMark();
        run.syncJournal();
    };

    void run(MarkRun run, WorkArea area);
}
