package org.bdm.server.job.plan;

import java.util.ArrayList;
import java.util.List;
import org.bdm.core.block.ByteTotal;
import org.bdm.core.control.plan.PlanSizeView;

/** Counts files by size, in classes of a factor of four from 64 KiB to 64 GiB, and one below and above. Not thread-safe. */
final class SizeHistogram {
    private static final long FIRST_BYTES = 64L << 10;
    private static final int STEP_BITS = 2;
    private static final int CLASSES = 12;

    private final long[] files = new long[CLASSES];
    private final long[] bytes = new long[CLASSES];

    void add(long size) {
        int place = 0;
        while (place < CLASSES - 1 && size >= below(place)) place++;
        files[place]++;
        bytes[place] = ByteTotal.plus(bytes[place], size);
    }

    private static long below(int place) {
        return FIRST_BYTES << (STEP_BITS * place);
    }

    /** The classes from the first to the last with a file, also empty ones between them. */
    List<PlanSizeView> views() {
        int first = 0;
        int last = CLASSES - 1;
        while (first <= last && files[first] == 0) first++;
        while (last > first && files[last] == 0) last--;
        List<PlanSizeView> views = new ArrayList<>();
        for (int place = first; place <= last; place++) {
            Long below = place == CLASSES - 1 ? null : Long.valueOf(below(place));
            views.add(new PlanSizeView(place == 0 ? 0 : below(place - 1), below, files[place], bytes[place]));
        }
        return views;
    }
}
