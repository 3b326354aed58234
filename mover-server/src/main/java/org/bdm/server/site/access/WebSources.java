package org.bdm.server.site.access;

import java.util.List;
import java.util.concurrent.CompletionStage;
import org.bdm.core.id.JobId;
import org.bdm.core.replica.Copy;
import org.bdm.core.source.BlockSource;
import org.bdm.core.source.http.node.NodeView;
import org.bdm.core.store.DirectoryEntry;

/**
 * Makes sources that ask data nodes over HTTP, with the logins that whoever asked may use. Any thread; what takes a job or an owner may ask
 * the catalog.
 */
public interface WebSources {
    /** A source for all files of one job that data nodes have; not opened yet. */
    BlockSource open(JobId job);

    /**
     * Looks at a file that nothing is known of: its size, its time and what tells whether it changes. Fails with what a source would fail with.
     *
     * @param owner of the job that it is for
     */
    CompletionStage<DirectoryEntry> look(String owner, Copy copy);

    /** Returns the state of each data node used since the process began, in the order of their names. */
    List<NodeView> nodes();
}
