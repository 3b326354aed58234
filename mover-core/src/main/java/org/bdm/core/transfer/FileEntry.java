package org.bdm.core.transfer;

import java.util.List;
import java.util.Optional;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.checksum.ChecksumAlgorithm;
import org.bdm.core.checksum.RangeDigests;
import org.bdm.core.id.FileId;
import org.bdm.core.replica.Copy;
import org.bdm.core.store.FileStatus;
import org.bdm.core.store.StorePath;

/**
 * One file, directory or symbolic link that a transfer brings.
 *
 * @param file its number in the job
 * @param source path below the source export
 * @param destination path below the destination export
 * @param listed status at the source as it was listed
 * @param expected digest given with the job or published, if any
 * @param earlier what is known of it from runs that ended
 * @param copies where data nodes and sites have it; empty if the source is one place itself
 * @param also a digest that is computed in passing, beside that of the expected one; empty for none
 * @param held a file that may become this one by a second name; it is moved like any other if that cannot be
 * @param ranges digests of the ranges that it should have, so that what is right in the file at the destination need not be moved
 */
public record FileEntry(
        FileId file,
        StorePath source,
        StorePath destination,
        FileStatus listed,
        Optional<Checksum> expected,
        EarlierRuns earlier,
        List<Copy> copies,
        Optional<ChecksumAlgorithm> also,
        Optional<HeldFile> held,
        Optional<RangeDigests> ranges) {
    /** Copies the list. */
    public FileEntry {
        copies = List.copyOf(copies);
    }

    /** A file of a source that is one place itself. */
    public FileEntry(
            FileId file,
            StorePath source,
            StorePath destination,
            FileStatus listed,
            Optional<Checksum> expected,
            EarlierRuns earlier) {
        this(file, source, destination, listed, expected, earlier, List.of());
    }

    /** A file that is moved. */
    public FileEntry(
            FileId file,
            StorePath source,
            StorePath destination,
            FileStatus listed,
            Optional<Checksum> expected,
            EarlierRuns earlier,
            List<Copy> copies) {
        this(
                file,
                source,
                destination,
                listed,
                expected,
                earlier,
                copies,
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }
}
