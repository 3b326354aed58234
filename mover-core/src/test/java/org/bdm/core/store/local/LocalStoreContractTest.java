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

        @Override
        protected WritableStore newStore() throws Exception {
            export = new TemporaryExport(parent());
            return LocalStore.openWritable(export.root);
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
}
