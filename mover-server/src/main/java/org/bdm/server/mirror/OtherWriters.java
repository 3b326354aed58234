package org.bdm.server.mirror;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.JobId;
import org.bdm.core.store.StorePath;
import org.bdm.core.transfer.Endpoint;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.job.Job;
import org.bdm.server.catalog.removal.Mirrors;
import org.bdm.server.catalog.removal.OtherWriter;

/** Other jobs that wrote, or write, below the destination of a mirror since it was submitted. Any thread that may block. */
final class OtherWriters {
    private final Catalog catalog;
    private final JobId mirror;
    private final Endpoint tree;
    private final Instant since;

    OtherWriters(Catalog catalog, Job mirror, Endpoint tree) {
        this.catalog = catalog;
        this.mirror = mirror.id();
        this.tree = tree;
        this.since = mirror.createdAt();
    }

    /** Those that have ended, the oldest first; TOO_LARGE if they are too many to be looked at. */
    List<JobId> ended() {
        return all().stream()
                .filter(writer -> writer.state().isFinal())
                .map(OtherWriter::job)
                .toList();
    }

    /** One that has not ended; empty if there is none. */
    Optional<OtherWriter> open() {
        return all().stream().filter(writer -> !writer.state().isFinal()).findFirst();
    }

    /** One that is not among those whose listings were read; empty if there is none. */
    Optional<OtherWriter> besides(Set<JobId> read) {
        return all().stream().filter(writer -> !read.contains(writer.job())).findFirst();
    }

    private List<OtherWriter> all() {
        List<OtherWriter> found = catalog.mirrors().writers(mirror, tree.export(), since);
        if (found.size() == Mirrors.WRITERS_MAX) {
            throw new MoverException(
                    ErrorCode.TOO_LARGE,
                    "more than " + Mirrors.WRITERS_MAX + " jobs wrote to export " + tree.export() + " since " + mirror
                            + " was submitted; mirror again");
        }
        return found.stream().filter(this::isInTheTree).toList();
    }

    private boolean isInTheTree(OtherWriter writer) {
        String text = writer.destination();
        if (text == null) return true; // a list may have anything
        Endpoint to = Endpoint.parse(text);
        StorePath path = to.path();
        return to.export().equals(tree.export())
                && (path.startsWith(tree.path()) || tree.path().startsWith(path));
    }
}
