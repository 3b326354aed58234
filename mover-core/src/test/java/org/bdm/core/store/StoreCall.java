package org.bdm.core.store;

/**
 * One call that changed a {@link MemoryStore}, or made a change durable.
 *
 * @param kind which method
 * @param what the file or directory: {@code job-7/part-1} in a work area, {@code /a/b} below the export; a placing is
 *     {@code job-7/part-1 -> /a/b}
 */
public record StoreCall(Kind kind, String what) {
    /** The methods that are recorded. */
    public enum Kind {
        CREATE,
        WRITE,
        RESERVE,
        MAKE_HOLE,
        RESIZE,
        SET_ATTRIBUTES,
        FORCE,
        READ_BACK,
        DELETE,
        RENAME,
        LINK,
        PLACE,
        PLACE_SYMBOLIC_LINK,
        FORCE_AREA,
        REMOVE_AREA,
        MAKE_DIRECTORIES,
        REMOVE_DIRECTORY,
        SET_DIRECTORY_ATTRIBUTES,
        FORCE_DIRECTORY
    }

    @Override
    public String toString() {
        return kind + " " + what;
    }
}
