package org.bdm.core.store;

import java.util.List;
import java.util.Optional;

/** Temporary files and journals of one job, each on the file system of its destination. A name is used once in an area. Names are ours, never a peer's. Any thread. */
public interface WorkArea {
    /** Makes a new empty file; one left over under this name is deleted first, so that the inode is new. */
    WritableFile create(String name);

    /** As {@link #create(String)}, where it can be {@linkplain #place placed} as {@code destination}: on that file system. */
    WritableFile create(String name, StorePath destination);

    /**
     * Gives a file of the export a second name in the area, from which it can be placed as {@code destination}; one left over under this
     * name is deleted first. The name must never be written to: it is the same file. UNSUPPORTED where the file system of the destination is
     * another one, or makes no such links; PERMISSION where the kernel does not let us.
     */
    void link(String name, StorePath file, StorePath destination);

    /** Opens a file of an earlier run for reading and writing; empty if it is not there. */
    Optional<WritableFile> open(String name);

    /** Gives a file of the area another name in it, which nobody has; false if it is not there. In one step, whoever has it open. */
    boolean rename(String name, String newName);

    /** Deletes a file; nothing happens if it is not there. */
    void delete(String name);

    /** Names of all files in the area. */
    List<String> names();

    /**
     * Gives a temporary file its final name; it must have been forced. The destination's directory must be there and still has to be
     * forced. NEW is link and unlink (or renameat2 with RENAME_NOREPLACE), REPLACE is rename.
     */
    void place(String name, StorePath destination, PlaceMode mode);

    /**
     * As {@link #place}, over a file that has a {@linkplain Quarantine#link second name in the quarantine}: at any time one of both is at the
     * place. Where the file system cannot exchange two names, what another program puts there at this very moment is lost.
     *
     * @param expected what is there; if nothing is, the file is placed all the same
     * @throws org.bdm.core.fault.MoverException SOURCE_CHANGED if something else is there; it stays
     */
    void replace(String name, StorePath destination, FileVersion expected);

    /** As {@link #replace}, by a symbolic link with {@code target} as its bytes. */
    void replaceBySymbolicLink(byte[] target, StorePath destination, FileVersion expected);

    /** Places many files, as one batch; the caller closes. */
    default BatchPlacer placer() {
        return BatchPlacer.oneByOne(this);
    }

    /** Makes a symbolic link under its final name, with {@code target} as its bytes. */
    void placeSymbolicLink(byte[] target, StorePath destination, PlaceMode mode);

    /** Lets a file get, with its attributes, the group and access list that files made in the directory of its destination get. */
    default void inherit(WritableFile file, StorePath destination) {}

    /** Returns the abilities of the file system that files of this destination are placed in. */
    StoreAbilities abilitiesAt(StorePath destination);

    /** Waits until the names of the area itself are on stable storage. */
    void force();

    /**
     * Moves a file out of the area into the {@linkplain WritableStore#quarantine quarantine} of the store, under the same name; on stable
     * storage when this returns. UNSUPPORTED for a file that is in another file system than the root of the export.
     */
    void quarantine(String name);

    /** Deletes the area with all it holds. */
    void remove();
}
