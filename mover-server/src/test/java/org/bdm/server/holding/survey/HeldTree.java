package org.bdm.server.holding.survey;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;
import org.bdm.core.id.ExportName;
import org.bdm.core.id.NodeId;
import org.bdm.core.id.SiteName;
import org.bdm.core.store.Hsm;
import org.bdm.core.store.StorePath;
import org.bdm.core.store.local.ExportRoot;
import org.bdm.core.store.local.LocalStore;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.TestDatabase;
import org.bdm.server.catalog.db.CatalogLocation;
import org.bdm.server.catalog.db.CatalogSettings;
import org.bdm.server.catalog.db.RowPage;
import org.bdm.server.catalog.holding.Holding;
import org.bdm.server.catalog.holding.HoldingQuery;
import org.bdm.server.catalog.survey.Finding;
import org.bdm.server.catalog.survey.Survey;
import org.bdm.server.catalog.survey.SurveyKind;
import org.bdm.server.catalog.survey.SurveyState;
import org.bdm.server.holding.record.HoldingRecords;
import org.bdm.server.site.access.LocalExports;
import org.bdm.server.site.access.OwnSite;

/** A site "here" with the exports "in" and "other", which are real directories, a real catalog, and surveys that run. */
public final class HeldTree implements AutoCloseable {
    public static final ExportName IN = new ExportName("in");
    static final ExportName OTHER = new ExportName("other");
    private static final NodeId NODE = new NodeId("a".repeat(64));

    public final Path directory;
    public final LocalExports exports;
    final Path otherDirectory;
    public final Clock clock = Clock.systemUTC();
    public Catalog catalog;
    public HoldingRecords records;
    public HoldingSurveys surveys;
    private final CatalogLocation location;
    private final LocalStore store;
    private final LocalStore otherStore;

    public HeldTree(Path home) {
        try {
            directory = Files.createDirectories(home.resolve("archive"));
            otherDirectory = Files.createDirectories(home.resolve("other"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        location = TestDatabase.preparedBelow(home, NODE);
        store = LocalStore.openReadOnly(new ExportRoot(IN, directory));
        otherStore = LocalStore.openReadOnly(new ExportRoot(OTHER, otherDirectory));
        exports = new LocalExports(List.of(
                new LocalExports.Export(IN, directory.toString(), store),
                new LocalExports.Export(OTHER, otherDirectory.toString(), otherStore)));
        open();
    }

    private void open() {
        catalog = Catalog.open(location, new CatalogSettings(NODE, clock, reason -> {}));
        records = new HoldingRecords(catalog, clock);
        surveys = new HoldingSurveys(
                catalog, exports, new OwnSite(new SiteName("here"), NODE, "127.0.0.1:1"), records, clock);
        surveys.look();
    }

    /** Keeps readers off files that this HSM has moved away. */
    public void watch(Hsm hsm) {
        store.watch(hsm);
    }

    void restart() {
        surveys.close();
        catalog.close();
        open();
    }

    public Path write(String path, String content) {
        try {
            Path file = directory.resolve(path);
            Files.createDirectories(file.getParent());
            return Files.write(file, content.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public Survey survey(SurveyKind kind, String subject) {
        Survey begun = surveys.begin(kind, "ann", subject, false).join();
        return Awaitility.await()
                .until(
                        () -> catalog.surveys().find(begun.number()).orElseThrow(),
                        found -> found.state() != SurveyState.OPEN);
    }

    public List<Finding> findings(Survey survey) {
        List<Finding> all = new ArrayList<>();
        String cursor = null;
        do {
            RowPage<Finding> page = catalog.surveys().findings(survey.number(), cursor, 7);
            all.addAll(page.rows());
            cursor = page.nextCursor();
        } while (cursor != null);
        return all;
    }

    public List<Holding> holdings() {
        return catalog.holdings()
                .page(new HoldingQuery(null, null, null, StorePath.ROOT, null, 1000))
                .rows();
    }

    public Holding holding(String path) {
        StorePath wanted = StorePath.ofUtf8(path);
        return catalog.holdings().find(IN, List.of(wanted)).get(wanted);
    }

    @Override
    public void close() {
        surveys.close();
        catalog.close();
        store.close();
        otherStore.close();
    }
}
