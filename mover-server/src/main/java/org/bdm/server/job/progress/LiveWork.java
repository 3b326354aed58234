package org.bdm.server.job.progress;

import java.util.List;
import org.bdm.core.fetch.FileUnderWay;
import org.bdm.core.fetch.StageLoad;

/** The work on one job that runs now, for those who look. Any thread; never waits. */
@FunctionalInterface
public interface LiveWork {
    /** All of it together. */
    LiveJob look();

    /** The files under way, as far as they are looked at one by one. */
    default List<FileUnderWay> files() {
        return List.of();
    }

    /** Its stages in numbers, in the order of the bytes; each once. */
    default List<StageLoad> stages() {
        return List.of();
    }
}
