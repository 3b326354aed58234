package org.bdm.server.look;

import java.util.Optional;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.checksum.ChecksumAlgorithm;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.store.DirectoryPage;
import org.bdm.core.store.FileName;
import org.bdm.core.store.FileStatus;
import org.bdm.core.store.FileVersion;
import org.bdm.core.store.StorePath;
import org.bdm.core.store.TreeLister;
import org.bdm.core.store.TreePage;
import org.jspecify.annotations.Nullable;

/** An export to look at, of this site or another. Belongs to one thread, which waits, at most 30 s for one answer of another site. */
public interface Tree extends AutoCloseable {
    /** Returns what is under a path; empty if nothing is. */
    Optional<FileStatus> status(StorePath path);

    /** A page of a directory in ascending order of names. */
    DirectoryPage list(StorePath directory, @Nullable FileName after, int entriesMax);

    /**
     * Lists a whole tree, as {@link TreeLister#listTree}.
     *
     * @throws MoverException UNSUPPORTED where a tree is listed directory by directory
     */
    default TreePage listTree(StorePath directory, String after, int entriesMax) {
        throw new MoverException(ErrorCode.UNSUPPORTED, "only buckets of this site are listed in one pass");
    }

    /**
     * Asks for the digest of a whole file. Another site computes it meanwhile; of this one it is computed before this returns. A site computes
     * at most 64 at once for one stream.
     */
    AskedDigest digest(StorePath path, FileVersion expected, ChecksumAlgorithm algorithm);

    /** A digest that was asked for. */
    @FunctionalInterface
    interface AskedDigest {
        /** Waits for it; SOURCE_CHANGED if the file is another one than expected. */
        Checksum await();
    }

    @Override
    void close();
}
