package org.bdm.core.store.local;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import org.bdm.core.store.StoreContract;
import org.bdm.core.store.WritableStore;
import org.junit.jupiter.api.Nested;

/** A directory of this machine is a store like any other. */
class LocalStoreContractTest {
    abstract static class InDirectory extends StoreContract {
        private TemporaryExport export;

        abstract Path parent();

        Confinement confinement() {
            return Confinement.BENEATH;
        }

        @Override
        protected WritableStore newStore() throws Exception {
            export = new TemporaryExport(parent());
            return LocalStore.openWritable(export.root, confinement());
        }

        @Override
        protected void closeStore(WritableStore store) throws Exception {
            ((LocalStore) store).close();
            export.close();
        }
    }

    @Nested
    class OnDisk extends InDirectory {
        @Override
        Path parent() {
            return Path.of(System.getProperty("java.io.tmpdir"));
        }
    }

    @Nested
    class InMemory extends InDirectory {
        @Override
        Path parent() {
            Path memory = Path.of("/dev/shm");
            assumeTrue(Files.isDirectory(memory), "no tmpfs at /dev/shm");
            return memory;
        }
    }

    /** A system without openat2 offers exports to read only; here it may write as well, for the suite's sake. */
    @Nested
    class WithoutOpenat2 extends OnDisk {
        @Override
        Confinement confinement() {
            return new Confinement() {
                @Override
                public int open(int root, byte[] path, int flags) {
                    return STEPWISE.open(root, path, flags);
                }

                @Override
                public boolean guardsWrites() {
                    return true;
                }
            };
        }
    }
}
