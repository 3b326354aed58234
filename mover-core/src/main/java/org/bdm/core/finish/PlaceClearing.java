package org.bdm.core.finish;

import java.util.List;
import java.util.Map;
import org.bdm.core.fault.MoverException;
import org.bdm.core.store.FileVersion;
import org.bdm.core.store.StorePath;

/** Keeps what is at the places of new files before they are placed. Called on the placing thread; may block. */
@FunctionalInterface
public interface PlaceClearing {
    /**
     * Makes what is at places safe elsewhere, on stable storage. Where it can have a second name it stays at its place until the new file is
     * there; else it is moved away. A place that turns out to be free is clear.
     */
    Cleared clear(List<StorePath> places);

    /** Places that new files may take now; the caller closes, after the new files are on stable storage, or where they could not be placed. */
    interface Cleared extends AutoCloseable {
        /** Returns the places that could not be cleared, each with the reason. */
        Map<StorePath, MoverException> staying();

        /** Returns what is still at its place and may be {@linkplain org.bdm.core.store.WorkArea#replace replaced}. */
        Map<StorePath, FileVersion> replaceable();

        /** Records what became of each place, by what is there now. */
        @Override
        void close();
    }
}
