package org.bdm.client.e2e;

import java.io.IOException;
import java.net.URI;
import java.util.List;
import org.bdm.client.demo.ReadyLine;
import org.jspecify.annotations.Nullable;

/** One loopback for all: only the cable to the database can be cut. */
final class LoopbackMachines implements Machines {
    @Override
    public List<String> databaseAddresses() {
        return List.of("127.0.0.1");
    }

    @Override
    public Machine add(int databasePort) throws IOException {
        return new OnLoopback(new CutWire(databasePort));
    }

    @Override
    public @Nullable Certificate certificate() {
        return null;
    }

    @Override
    public void close() {}

    private record OnLoopback(CutWire wire) implements Machine {
        @Override
        public List<String> wrapper() {
            return List.of();
        }

        @Override
        public List<String> options(boolean hasData) {
            return List.of();
        }

        @Override
        public String databaseUrl(String database) {
            return Postgres.url("127.0.0.1", wire.port(), database);
        }

        @Override
        public URI rest(ReadyLine ready) {
            return ready.url();
        }

        @Override
        public void cutDatabase() {
            wire.cut();
        }

        @Override
        public boolean cutPeers() {
            return false;
        }

        @Override
        public void mend() {
            wire.mend();
        }

        @Override
        public void close() {
            wire.close();
        }
    }
}
