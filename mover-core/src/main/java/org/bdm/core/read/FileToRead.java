package org.bdm.core.read;

import java.util.List;
import org.bdm.core.replica.Copy;
import org.bdm.core.store.FileVersion;
import org.bdm.core.store.StorePath;

/**
 * A file and the version of it that is meant: all ranges are of that version, or the reading fails.
 *
 * @param path below the export
 * @param expected as {@link RangeReader#version} or a listing told it
 * @param copies where data nodes have it; empty for a file of a store or a site
 */
public record FileToRead(StorePath path, FileVersion expected, List<Copy> copies) {
    /** Copies the list. */
    public FileToRead {
        copies = List.copyOf(copies);
    }

    /** A file of a store or a site. */
    public FileToRead(StorePath path, FileVersion expected) {
        this(path, expected, List.of());
    }
}
