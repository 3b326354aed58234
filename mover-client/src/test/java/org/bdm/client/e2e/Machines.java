package org.bdm.client.e2e;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The machines of a test of many nodes. Close it after all processes. */
interface Machines extends AutoCloseable {
    /** Network namespaces where they can be made, else loopback. */
    static Machines in(Path directory) throws IOException {
        String missing = NamespaceMachines.missing();
        if (missing == null) return new NamespaceMachines(directory);
        System.out.println("no network namespaces: " + missing
                + "; all processes are on loopback, and the network between sites is not cut");
        return new LoopbackMachines();
    }

    /** Addresses at which the database listens. */
    List<String> databaseAddresses();

    /** One more machine, which reaches the database at this port. */
    Machine add(int databasePort) throws IOException;

    /** The certificate of every REST interface and of the database; null if they have none. */
    @Nullable Certificate certificate();

    @Override
    void close();
}
