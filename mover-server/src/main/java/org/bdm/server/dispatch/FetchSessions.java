package org.bdm.server.dispatch;

import java.security.SecureRandom;
import java.time.Clock;
import java.util.concurrent.ScheduledExecutorService;
import org.bdm.core.fetch.FetchListener;
import org.bdm.core.fetch.FetchSession;
import org.bdm.core.hasher.FileHasher;
import org.bdm.core.id.JobId;
import org.bdm.core.transfer.TransferOptions;
import org.bdm.server.access.LocalExports;
import org.bdm.server.access.SourceConnections;

/** Makes sessions that ask a data port and write into an export of this site. Any thread. */
public final class FetchSessions implements SessionFactory {
    public FetchSessions(
            LocalExports exports,
            SourceConnections sources,
            FileHasher hasher,
            ScheduledExecutorService loops,
            Clock clock,
            SecureRandom random) {}

    @Override
    public FetchSession begin(JobId job, Route route, TransferOptions options, FetchListener listener) {
        throw new UnsupportedOperationException("comes next");
    }
}
