package org.bdm.core.finish;

import java.util.List;

/** Hears how files ended. Calls come on the placing thread; they post, and must neither block nor throw. */
public interface FinishListener {
    /** Results of one batch: at least 1. */
    void onEnded(List<FinishResult> results);
}
