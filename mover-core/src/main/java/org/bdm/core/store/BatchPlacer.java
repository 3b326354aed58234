package org.bdm.core.store;

/**
 * Places many files, one shortly after the other: a directory is opened once for all that go into it. What was moved away since then is not
 * noticed here, so the caller looks at the final paths afterwards. Made for one batch, and closed. Belongs to one thread.
 */
public interface BatchPlacer extends AutoCloseable {
    /** As {@link WorkArea#place}. */
    void place(String name, StorePath destination, PlaceMode mode);

    @Override
    void close();

    /** Places each file by itself. */
    static BatchPlacer oneByOne(WorkArea area) {
        return new BatchPlacer() {
            @Override
            public void place(String name, StorePath destination, PlaceMode mode) {
                area.place(name, destination, mode);
            }

            @Override
            public void close() {
                // Holds nothing.
            }
        };
    }
}
