package org.bdm.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.List;
import java.util.Set;
import org.bdm.core.id.ExportName;
import org.bdm.core.id.JobId;
import org.bdm.core.store.WorkArea;
import org.bdm.core.store.WritableFile;
import org.bdm.core.store.local.ExportRoot;
import org.bdm.core.store.local.LocalStore;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.OpenCatalog;
import org.bdm.server.catalog.Samples;
import org.bdm.server.catalog.TestDatabase;
import org.bdm.server.catalog.db.CatalogLocation;
import org.bdm.server.catalog.node.NodeDescription;
import org.bdm.server.catalog.tools.CatalogBackup;
import org.bdm.server.catalog.tools.RestoreMark;
import org.bdm.server.site.access.LocalExports;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Work areas that a restored catalog must not take for its own. */
class ForgottenAreasTest {
    private static final ExportName REPLICA = new ExportName("replica");

    @TempDir
    Path directory;

    /** What the start of a server does with its exports, before a job runs. */
    private void start(Catalog catalog) throws Exception {
        Path root = Files.createDirectories(directory.resolve("replica"));
        try (LocalStore store = LocalStore.openWritable(new ExportRoot(REPLICA, root))) {
            OwnExports own = new OwnExports(catalog.nodes(), "here", Set.of(), export -> 0, new SecureRandom());
            OwnExports.Opened opened = new OwnExports.Opened(ExportSetting.parse("replica=" + root + ":rw"), store);
            catalog.nodes()
                    .announce(new NodeDescription("1", "1", true, true, null, null, own.offered(List.of(opened))));
            new ForgottenAreas(catalog)
                    .clear(new LocalExports(List.of(new LocalExports.Export(REPLICA, root.toString(), store))));
        }
    }

    private void leave(JobId... jobs) {
        try (LocalStore store = LocalStore.openWritable(new ExportRoot(REPLICA, directory.resolve("replica")))) {
            for (JobId job : jobs) {
                WorkArea area = store.workArea(job);
                try (WritableFile file = area.create("chunk-0.1.journal")) {
                    file.force();
                }
            }
        }
    }

    private List<JobId> left() {
        try (LocalStore store = LocalStore.openWritable(new ExportRoot(REPLICA, directory.resolve("replica")))) {
            return store.workAreas();
        }
    }

    @ParameterizedTest
    @EnumSource(TestDatabase.class)
    void afterARestoreNoAreaIsLeftAndNoNumberOfAJobIsGivenAgain(TestDatabase database) throws Exception {
        JobId known;
        CatalogLocation location = database.prepared();
        try (OpenCatalog open = OpenCatalog.at(location)) {
            start(open.catalog);
            known = Samples.activeJob(open.catalog, 3, 3);
        }
        JobId lost = new JobId(known.number() + 1);
        leave(known, lost);
        long next = RestoreMark.set(location);
        assertThat(next).isGreaterThan(lost.number());
        try (OpenCatalog restored = OpenCatalog.at(location)) {
            start(restored.catalog);
            assertThat(left()).isEmpty();
            assertThat(Samples.activeJob(restored.catalog, 1, 3).number()).isEqualTo(next);
        }
        leave(known);
        try (OpenCatalog again = OpenCatalog.at(location)) {
            start(again.catalog);
            assertThat(left()).containsExactly(known); // it is of this life
        }
    }

    @Test
    void aBackupThatIsRestoredTwiceEmptiesTheAreasTwice() throws Exception {
        CatalogLocation location = TestDatabase.H2.prepared();
        try (OpenCatalog open = OpenCatalog.at(location)) {
            start(open.catalog);
        }
        Path zip = directory.resolve("backup.zip");
        CatalogBackup.backup(location, zip);
        for (int i = 0; i < 2; i++) {
            leave(new JobId(1));
            CatalogBackup.restore(location, zip);
            try (OpenCatalog restored = OpenCatalog.at(location)) {
                start(restored.catalog);
                assertThat(left()).isEmpty();
            }
        }
    }

    @Test
    void inADirectoryThatIsNewToACatalogOnlyAreasOfItsOwnJobsStay() throws Exception {
        Files.createDirectories(directory.resolve("replica"));
        try (OpenCatalog open = OpenCatalog.at(TestDatabase.H2.prepared())) {
            JobId known = Samples.activeJob(open.catalog, 3, 3);
            leave(known, new JobId(4711));
            start(open.catalog);
            assertThat(left()).containsExactly(known);
        }
    }
}
