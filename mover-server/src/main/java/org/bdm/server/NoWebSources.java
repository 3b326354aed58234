package org.bdm.server;

import java.net.URI;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.JobId;
import org.bdm.core.source.BlockSource;
import org.bdm.core.store.DirectoryEntry;
import org.bdm.server.access.WebSources;

/** A node that asks no data nodes. */
final class NoWebSources implements WebSources {
    @Override
    public BlockSource open(JobId job) {
        throw refused();
    }

    @Override
    public CompletionStage<DirectoryEntry> look(URI location) {
        return CompletableFuture.failedFuture(refused());
    }

    private static MoverException refused() {
        return new MoverException(ErrorCode.UNSUPPORTED, "this node does not fetch from data nodes");
    }
}
