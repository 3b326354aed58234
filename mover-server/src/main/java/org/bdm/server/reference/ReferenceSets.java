package org.bdm.server.reference;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.ExportName;
import org.bdm.core.netcdf.FileBytes;
import org.bdm.core.store.FileKind;
import org.bdm.core.store.FileStatus;
import org.bdm.core.store.FollowingStore;
import org.bdm.core.store.ReadableFile;
import org.bdm.core.store.Store;
import org.bdm.core.store.StorePath;
import org.bdm.server.look.Looks;
import org.bdm.server.site.access.LocalExports;
import org.bdm.server.site.serving.ServedDigests;

/**
 * Makes reference sets of files of this site, and keeps the last ones, as readers ask for parts of a set one after the other. A set is made
 * anew when one of its files is another than it was. Any thread that may block, for {@value #WAIT_SECONDS} s at most.
 */
public final class ReferenceSets {
    /** Most files of a set. */
    public static final int FILES_MAX = 10_000;
    /** Most chunks of a set. */
    public static final long CHUNKS_MAX = 1_000_000;

    private static final long WAIT_SECONDS = 25;

    private final LocalExports exports;
    private final ServedDigests digests;
    private final Looks looks;
    private final KeptSets kept = new KeptSets();

    /** Of the exports of this site; sets are made on threads of {@code looks}. */
    public ReferenceSets(LocalExports exports, ServedDigests digests, Looks looks) {
        this.exports = exports;
        this.digests = digests;
        this.looks = looks;
    }

    /**
     * The set of a file or of the files of a directory.
     *
     * @throws MoverException SOURCE_NOT_FOUND and other errors of a store; FILE_MALFORMED, UNSUPPORTED and TOO_LARGE with the name of the file;
     *     TIMED_OUT while the set is still being made; TOO_MANY_REQUESTS
     */
    public ReferenceSet of(ReferencePlace place) {
        Store store = store(place.export());
        List<StoredFile> files = looks.now("the disk", () -> new SetListing(store).files(place.path()));
        return of(place, files);
    }

    /** The set of these files of an export. */
    public ReferenceSet of(ReferencePlace place, List<StorePath> paths, String subject) {
        Store store = store(place.export());
        List<StoredFile> files = looks.now("the disk", () -> {
            List<StoredFile> found = new ArrayList<>();
            for (StorePath path : paths) {
                FileStatus status = store.status(path)
                        .filter(each -> each.kind() == FileKind.FILE)
                        .orElseThrow(() -> new MoverException(
                                ErrorCode.SOURCE_NOT_FOUND, path.shown() + " of " + subject + " is not on disk"));
                found.add(new StoredFile(path, status.version()));
            }
            return found;
        });
        return of(place, files);
    }

    private Store store(ExportName export) {
        if (!exports.isHere(export)) {
            exports.require(export);
            throw new MoverException(
                    ErrorCode.UNSUPPORTED, "another node has the directory of export '" + export + "': ask that one");
        }
        // Trees of published data are made of symbolic links.
        return new FollowingStore(exports.find(export).store(), anywhere -> true);
    }

    private ReferenceSet of(ReferencePlace place, List<StoredFile> files) {
        // The root is not part of what is kept: callers choose it.
        CompletableFuture<ReferenceSet> set =
                kept.find(place.export(), files, () -> looks.slow(() -> make(place.export(), files)));
        Optional<ReferenceSet> made = looks.within(set, WAIT_SECONDS);
        return made.map(known -> known.below(place.root()))
                .orElseThrow(() -> new MoverException(
                        ErrorCode.TIMED_OUT,
                        "the references of " + files.size() + " files are still being made: ask again in a moment"));
    }

    private ReferenceSet make(ExportName export, List<StoredFile> files) {
        Store store = store(export);
        FileReferences references = files.size() == 1 ? FileReferences.alone() : FileReferences.several();
        List<ReferenceSet> sets = new ArrayList<>();
        long chunks = 0;
        for (StoredFile file : files) {
            ReferenceSet set = named(file, () -> one(export, store, file, references));
            chunks += set.chunks();
            if (chunks > CHUNKS_MAX) {
                throw new MoverException(ErrorCode.TOO_LARGE, "the set has more than " + CHUNKS_MAX + " chunks");
            }
            sets.add(set);
        }
        return sets.size() == 1 ? sets.get(0) : CombinedReferences.of(sets);
    }

    private interface Made {
        ReferenceSet set();
    }

    /** Errors of a structure know offsets, not names. */
    private static ReferenceSet named(StoredFile file, Made made) {
        try {
            return made.set();
        } catch (MoverException e) {
            throw new MoverException(e.code(), file.path().shown() + ": " + e.detail(), e);
        }
    }

    private ReferenceSet one(ExportName export, Store store, StoredFile file, FileReferences references) {
        Checksum digest = digests.known(export, file.path(), file.version()).orElse(null);
        SetFile described = new SetFile(
                file.path().shown(),
                ReferencePlace.address(file.path()),
                file.version().size(),
                file.version().modified(),
                digest);
        try (ReadableFile open = store.open(file.path())) {
            if (!open.status().version().equals(file.version())) throw changed();
            ReferenceSet set =
                    references.of(described, bytes(open, file.version().size()));
            if (!open.status().version().equals(file.version())) throw changed();
            return set;
        }
    }

    private static MoverException changed() {
        return new MoverException(ErrorCode.SOURCE_CHANGED, "the file changed while its structure was read");
    }

    private static FileBytes bytes(ReadableFile file, long size) {
        return new FileBytes() {
            @Override
            public long size() {
                return size;
            }

            @Override
            public int read(long offset, ByteBuffer target) {
                return file.read(offset, target);
            }
        };
    }
}
