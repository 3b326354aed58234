package org.bdm.server.reference;

import java.util.List;

/**
 * References of one file or of several that are one dataset.
 *
 * @param groups the root first, each before its own
 * @param notes what a reader should know: sentences
 */
public record ReferenceSet(
        List<SetFile> files, List<ReferencedGroup> groups, List<ReferencedArray> arrays, List<String> notes) {
    /** Copies the lists. */
    public ReferenceSet {
        files = List.copyOf(files);
        groups = List.copyOf(groups);
        arrays = List.copyOf(arrays);
        notes = List.copyOf(notes);
    }

    /** Returns the set with this root before the addresses of all files. */
    ReferenceSet below(String root) {
        return new ReferenceSet(files.stream().map(file -> file.below(root)).toList(), groups, arrays, notes);
    }

    /** Number of chunks. */
    public long chunks() {
        return arrays.stream().mapToLong(array -> array.chunks().size()).sum();
    }
}
