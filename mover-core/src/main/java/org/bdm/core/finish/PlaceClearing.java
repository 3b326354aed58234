package org.bdm.core.finish;

import java.util.List;
import java.util.Map;
import org.bdm.core.fault.MoverException;
import org.bdm.core.store.StorePath;

/** Takes what is at the places of new files away, and keeps it, before they are placed. Called on the placing thread; may block. */
@FunctionalInterface
public interface PlaceClearing {
    /**
     * Clears places that something else has; it is on stable storage elsewhere when this returns. A place that turns out to be free is clear.
     *
     * @return the places that could not be cleared, each with the reason
     */
    Map<StorePath, MoverException> clear(List<StorePath> places);
}
