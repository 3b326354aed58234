package org.bdm.server.dispatch;

import java.util.List;
import org.bdm.core.fetch.DiskStages;
import org.bdm.core.fetch.FetchListener;
import org.bdm.core.fetch.FetchParts;
import org.bdm.core.fetch.FetchRuntime;
import org.bdm.core.fetch.FetchSession;
import org.bdm.core.fetch.RunningFetch;
import org.bdm.core.finish.FinishOptions;
import org.bdm.core.finish.OrderedFileFinisher;
import org.bdm.core.hasher.FileHasher;
import org.bdm.core.id.JobId;
import org.bdm.core.source.BlockSource;
import org.bdm.core.store.PlaceMode;
import org.bdm.core.store.StorePath;
import org.bdm.core.store.WorkArea;
import org.bdm.core.store.WritableStore;
import org.bdm.core.transfer.TransferOptions;
import org.bdm.core.writer.DiskBlockWriter;
import org.bdm.core.writer.WriterSettings;
import org.bdm.server.access.LocalExports;
import org.bdm.server.access.SourceConnections;
import org.bdm.server.access.WebSources;

/** Makes sessions that ask a data port and write into an export of this site. Any thread that may block. */
public final class FetchSessions implements SessionFactory {
    private final LocalExports exports;
    private final SourceConnections sources;
    private final WebSources web;
    private final FileHasher hasher;
    private final WriterSettings writers;
    private final FetchRuntime runtime;

    /**
     * With its parts.
     *
     * @param hasher of the node, shared by all sessions
     */
    public FetchSessions(
            LocalExports exports,
            SourceConnections sources,
            WebSources web,
            FileHasher hasher,
            WriterSettings writers,
            FetchRuntime runtime) {
        this.exports = exports;
        this.sources = sources;
        this.web = web;
        this.hasher = hasher;
        this.writers = writers;
        this.runtime = runtime;
    }

    @Override
    public FetchSession begin(JobId job, Route route, TransferOptions options, FetchListener listener) {
        WritableStore store = exports.writable(route.destination());
        BlockSource source = source(job, route.source());
        WorkArea area = store.workArea(job);
        FinishOptions finish = new FinishOptions(
                options.verify() == TransferOptions.VerifyMode.READBACK,
                options.onConflict() == TransferOptions.ConflictPolicy.OVERWRITE ? PlaceMode.REPLACE : PlaceMode.NEW,
                options.directoryMode());
        DiskStages stages = new DiskStages(
                heard -> new DiskBlockWriter(area, writers, heard, runtime.loop()),
                hasher,
                heard -> new OrderedFileFinisher(store, area, finish, heard));
        return RunningFetch.begin(new FetchParts(job, source, store, stages, options, runtime), listener);
    }

    private BlockSource source(JobId job, SourcePlace place) {
        if (place instanceof SourcePlace.OfSite of) {
            return sources.connect(of.site(), of.export(), job, List.of(StorePath.ROOT), of.links());
        }
        return web.open(job);
    }
}
