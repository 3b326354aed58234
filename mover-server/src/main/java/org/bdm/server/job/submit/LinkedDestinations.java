package org.bdm.server.job.submit;

import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.store.FileKind;
import org.bdm.core.store.FileName;
import org.bdm.core.store.FileStatus;
import org.bdm.core.store.StorePath;
import org.bdm.core.transfer.Endpoint;
import org.bdm.server.site.access.LocalExports;

/** Refuses a destination directory that is, or is below, a symbolic link or a file: nothing can be written there. Belongs to one request. */
final class LinkedDestinations {
    private static final int LOOKED_AT_MAX = 1_000;

    private final LocalExports exports;
    private final Set<Endpoint> lookedAt = new HashSet<>();

    LinkedDestinations(LocalExports exports) {
        this.exports = exports;
    }

    /**
     * Looks at each directory of a destination once; of a long list, only at the first thousand.
     *
     * @throws MoverException PATH_BLOCKED with what to name instead
     */
    void refuse(Endpoint destination, boolean isDirectory) {
        StorePath directory = isDirectory || destination.path().isRoot()
                ? destination.path()
                : destination.path().parent();
        StorePath at = StorePath.ROOT;
        for (FileName name : directory.names()) {
            at = at.child(name);
            Endpoint place = destination.withPath(at);
            if (lookedAt.contains(place)) continue;
            if (lookedAt.size() >= LOOKED_AT_MAX) return;
            Optional<FileStatus> there;
            try {
                there = exports.find(destination.export()).store().status(at);
            } catch (MoverException e) {
                return; // the job says what is wrong
            }
            if (there.isEmpty()) return;
            if (there.get().kind() != FileKind.DIRECTORY) throw refused(place, there.get());
            lookedAt.add(place);
        }
    }

    private static MoverException refused(Endpoint place, FileStatus there) {
        byte[] target = there.linkTarget();
        if (there.kind() != FileKind.SYMBOLIC_LINK || target == null) {
            return new MoverException(
                    ErrorCode.PATH_BLOCKED,
                    "the destination " + place + " is a file; name a directory, or move it away");
        }
        String to = new String(target, StandardCharsets.UTF_8);
        return new MoverException(
                ErrorCode.PATH_BLOCKED,
                "the destination " + place + " is a symbolic link to " + to
                        + ", which jobs do not follow: name the directory itself if it is in the export, else offer it as"
                        + " an export of its own (mover-server --export NAME=DIRECTORY:rw)");
    }
}
