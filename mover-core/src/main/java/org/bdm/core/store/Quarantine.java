package org.bdm.core.store;

import java.nio.ByteBuffer;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Files that are kept until a person decides, in {@code EXPORT/.bdm/quarantine}, with the attributes that they are to have. Any thread that may
 * block. NOT_FOUND for a name that is not there. Symbolic links are kept as what they are, and never followed.
 */
public interface Quarantine {
    /** Names of all files that are kept. */
    List<String> names();

    /** Returns the status of what is kept under this name; empty if nothing is. */
    Optional<FileStatus> status(String name);

    /** Reads a whole file, in order, in pieces that are valid only during the call of {@code sink}. */
    void read(String name, Consumer<ByteBuffer> sink);

    /**
     * Takes a file, or a symbolic link itself, out of the tree by renaming it; {@linkplain #force this directory} and then {@linkplain
     * WritableStore#forceDirectory that of the source} still have to be forced. Nothing is taken but what is expected: what turns out to be
     * something else is moved back.
     *
     * @param expected as {@link Store#status} told it
     * @param name a name of ours that is not kept yet
     * @throws org.bdm.core.fault.MoverException SOURCE_NOT_FOUND; SOURCE_CHANGED; DESTINATION_EXISTS for a name that is kept; UNSUPPORTED for a
     *     file in another file system than the root of the export, and for a directory
     */
    void keep(StorePath source, FileVersion expected, String name);

    /**
     * Gives a file of the tree, or a symbolic link itself, a second name here, and leaves it where it is; this directory still has to be
     * {@linkplain #force forced}. Parameters and errors as {@link #keep}.
     *
     * @return false where that cannot be: the file system makes no such links or has no inodes to rely on, the kernel does not let us, or the
     *     file has as many names as it can have
     */
    boolean link(StorePath source, FileVersion expected, String name);

    /** Waits until the names of what was {@linkplain #keep kept} are on stable storage. */
    void force();

    /**
     * Gives a file its final name, as {@link WorkArea#place} does; the directory of the destination must be there and still has to be forced.
     */
    void place(String name, StorePath destination, PlaceMode mode);

    /** Deletes a file; nothing happens if it is not there. On stable storage when this returns. */
    default void delete(String name) {
        delete(List.of(name));
    }

    /** Deletes files; those that are not there are passed over. On stable storage when this returns. */
    void delete(Collection<String> names);
}
