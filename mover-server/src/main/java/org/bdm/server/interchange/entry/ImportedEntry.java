package org.bdm.server.interchange.entry;

import org.bdm.server.drs.DatasetName;
import org.jspecify.annotations.Nullable;

/** One thing that a list asks for. */
public sealed interface ImportedEntry permits DatasetWish, ListedQuery, ListedFile, PathPair {
    /** The dataset it belongs to; null when it belongs to none, or to one that the list does not tell. */
    @Nullable DatasetName dataset();

    /** Files that it names itself; 0 when only a catalog or a listing can tell them. */
    int files();

    /** Size of the named file; null when the list does not tell. */
    @Nullable Long sizeBytes();
}
