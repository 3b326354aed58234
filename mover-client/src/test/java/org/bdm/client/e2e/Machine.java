package org.bdm.client.e2e;

import java.io.IOException;
import java.net.URI;
import java.util.List;
import org.bdm.client.demo.ReadyLine;

/** One machine of a test of many nodes: where a process runs, and its cables to the database and to other sites. */
interface Machine extends AutoCloseable {
    /** A command in front of the launcher. */
    List<String> wrapper();

    /**
     * Options that say where the process listens, without {@code --port}.
     *
     * @param hasData whether it has a data port
     */
    List<String> options(boolean hasData);

    /** The address of a database, as this machine reaches it. */
    String databaseUrl(String database);

    /** The address of REST, as the test reaches it. */
    URI rest(ReadyLine ready);

    /** From now on nothing moves between this machine and the database, and nobody is told. REST of this machine is cut off with it. */
    void cutDatabase() throws IOException;

    /** From now on nothing moves between this machine and other sites, and nobody is told; false where that cannot be done. */
    boolean cutPeers() throws IOException;

    /** All cables are whole. */
    void mend() throws IOException;

    @Override
    void close();
}
