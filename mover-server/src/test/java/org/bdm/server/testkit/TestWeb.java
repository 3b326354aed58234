package org.bdm.server.testkit;

import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.JobId;
import org.bdm.core.replica.Copy;
import org.bdm.core.source.BlockSource;
import org.bdm.core.source.http.node.NodeView;
import org.bdm.core.store.DirectoryEntry;
import org.bdm.core.store.FileName;
import org.bdm.core.store.FileStatus;
import org.bdm.server.site.access.WebSources;

/** Data nodes that only tell the status of files. */
public final class TestWeb implements WebSources {
    /** What is there, by address. */
    public final Map<URI, FileStatus> files = new ConcurrentHashMap<>();

    /** Hosts that answer nothing, and what a question of them fails with. */
    public final Map<String, MoverException> troubles = new ConcurrentHashMap<>();

    private final List<Copy> copies = new CopyOnWriteArrayList<>();

    /** All looks, in their order. */
    public List<URI> asked() {
        return copies.stream().map(Copy::location).toList();
    }

    /** The same, as the copies that were asked. */
    public List<Copy> copies() {
        return copies;
    }

    @Override
    public BlockSource open(JobId job) {
        throw new MoverException(ErrorCode.UNSUPPORTED, "sessions of a test ask no source");
    }

    @Override
    public CompletionStage<DirectoryEntry> look(String owner, Copy copy) {
        URI location = copy.location();
        copies.add(copy);
        MoverException trouble = troubles.get(location.getHost());
        if (trouble != null) return CompletableFuture.failedFuture(trouble);
        FileStatus status = files.get(location);
        if (status == null) {
            return CompletableFuture.failedFuture(
                    new MoverException(ErrorCode.SOURCE_NOT_FOUND, location + " is not there"));
        }
        return CompletableFuture.completedFuture(new DirectoryEntry(FileName.ofUtf8("file"), status, null));
    }

    @Override
    public List<NodeView> nodes() {
        return List.of();
    }
}
