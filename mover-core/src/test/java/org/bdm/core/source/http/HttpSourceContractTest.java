package org.bdm.core.source.http;

import java.net.URI;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.bdm.core.replica.Copy;
import org.bdm.core.source.BlockSource;
import org.bdm.core.source.BlockSourceContract;
import org.bdm.core.source.PassingSource;
import org.bdm.core.source.WantedFile;
import org.bdm.core.store.FileKind;
import org.bdm.core.store.FileVersion;
import org.bdm.core.store.MemoryStore;
import org.bdm.core.store.ReadableFile;
import org.bdm.core.store.StorePath;
import org.bdm.core.store.WritableStore;
import org.junit.jupiter.api.AfterEach;

/** The contract over HTTP from a data node that serves a store; every block must be back when the source is closed. */
class HttpSourceContractTest extends BlockSourceContract {
    private static final String SUFFIX = ".bin"; // so that no name says that its bytes are netCDF

    private final MemoryStore store = new MemoryStore();
    private final FakeDataNode node = new FakeDataNode();
    private final HttpFixture fixture = new HttpFixture(node);
    private BlockSource source;

    @Override
    protected WritableStore store() {
        return store;
    }

    /** An index tells size and time, nothing that stands for an inode. */
    @Override
    protected FileVersion listed(FileVersion stored) {
        return new FileVersion(stored.size(), stored.modified(), stored.changed(), 0);
    }

    @Override
    protected BlockSource source() {
        if (source == null) {
            node.serve(this::stored);
            source = new WithCopies(fixture.source(listener), node);
        }
        return source;
    }

    @AfterEach
    void everyBlockIsBack() {
        fixture.close();
        node.close();
    }

    private Optional<FakeFile> stored(String path) {
        StorePath at = StorePath.ofUtf8(path.substring(1, path.length() - SUFFIX.length()));
        return store.status(at).filter(status -> status.kind() == FileKind.FILE).map(status -> {
            byte[] bytes = new byte[(int) status.version().size()];
            try (ReadableFile file = store.open(at)) {
                ByteBuffer buffer = ByteBuffer.wrap(bytes);
                while (buffer.hasRemaining() && file.read(buffer.position(), buffer) > 0) {
                    // until all is read
                }
            }
            Instant modified = status.version().modified();
            return new FakeFile(
                    bytes, "\"" + modified.hashCode() + "\"", FakeFile.date(modified), "application/x-netcdf");
        });
    }

    /** Adds to each want where its path is served. */
    private static final class WithCopies extends PassingSource {
        private final FakeDataNode node;

        WithCopies(BlockSource inner, FakeDataNode node) {
            super(inner);
            this.node = node;
        }

        @Override
        public void want(List<WantedFile> files) {
            super.want(files.stream().map(this::withCopy).toList());
        }

        private WantedFile withCopy(WantedFile wanted) {
            URI location = node.url(wanted.path() + SUFFIX);
            FileVersion listed = wanted.expected();
            return new WantedFile(
                    wanted.file(),
                    wanted.epoch(),
                    wanted.path(),
                    new FileVersion(listed.size(), listed.modified(), listed.changed(), 0),
                    wanted.ranges(),
                    wanted.packable(),
                    List.of(new Copy(location, 0)));
        }
    }
}
