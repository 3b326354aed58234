package org.bdm.server.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.ExportName;
import org.bdm.core.store.StorePath;
import org.bdm.core.store.local.ExportRoot;
import org.bdm.core.store.local.LocalStore;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.OpenCatalog;
import org.bdm.server.catalog.Samples;
import org.bdm.server.catalog.TestDatabase;
import org.bdm.server.catalog.holding.DigestOrigin;
import org.bdm.server.catalog.holding.Holding;
import org.bdm.server.catalog.holding.HoldingDigest;
import org.bdm.server.catalog.holding.HoldingState;
import org.bdm.server.catalog.node.NodeDescription;
import org.bdm.server.holding.record.HoldingsInOtherDirectory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A name of an export that a person gives to another directory. */
class AcceptedExportTest {
    private static final ExportName REPLICA = new ExportName("replica");
    private static final StorePath FILE = StorePath.ofUtf8("d/tas.nc");
    private static final Instant THEN = Instant.parse("2026-11-01T00:00:00Z");

    @TempDir
    Path directory;

    private void start(Catalog catalog, String root, Set<String> accepted) throws IOException {
        Path at = Files.createDirectories(directory.resolve(root));
        try (LocalStore store = LocalStore.openWritable(new ExportRoot(REPLICA, at))) {
            HoldingsInOtherDirectory doubted = new HoldingsInOtherDirectory(catalog, Clock.systemUTC());
            OwnExports own = new OwnExports(catalog.nodes(), "here", accepted, doubted::of, new SecureRandom());
            OwnExports.Opened opened = new OwnExports.Opened(ExportSetting.parse("replica=" + at + ":rw"), store);
            catalog.nodes()
                    .announce(new NodeDescription("1", "1", true, true, null, null, own.offered(List.of(opened))));
        }
    }

    private static HoldingState state(Catalog catalog) {
        return catalog.holdings().find(REPLICA, List.of(FILE)).get(FILE).state();
    }

    @Tag("H8")
    @ParameterizedTest
    @EnumSource(TestDatabase.class)
    void whatAnExportHeldIsNotVouchedForInTheOtherDirectoryThatAPersonAccepted(TestDatabase database)
            throws IOException {
        try (OpenCatalog open = OpenCatalog.at(database.prepared())) {
            Catalog catalog = open.catalog;
            start(catalog, "old", Set.of());
            HoldingDigest sent = new HoldingDigest(Samples.sha256("x"), DigestOrigin.STREAM, THEN);
            catalog.holdings()
                    .put(List.of(new Holding(
                            REPLICA, FILE, null, 1, THEN, HoldingState.VERIFIED, THEN, List.of(sent), 7, null, null)))
                    .join();
            start(catalog, "old", Set.of("replica"));
            assertThat(state(catalog)).isEqualTo(HoldingState.VERIFIED);
            assertThatThrownBy(() -> start(catalog, "new", Set.of())).isInstanceOf(MoverException.class);
            assertThat(state(catalog)).isEqualTo(HoldingState.VERIFIED);
            start(catalog, "new", Set.of("replica"));
            assertThat(state(catalog)).isEqualTo(HoldingState.UNVERIFIED);
        }
    }
}
