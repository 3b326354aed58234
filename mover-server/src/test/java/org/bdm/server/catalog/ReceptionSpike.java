package org.bdm.server.catalog;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Locale;
import org.bdm.core.id.JobId;
import org.bdm.server.catalog.db.CatalogLocation;
import org.bdm.server.catalog.db.CatalogUrl;
import org.bdm.server.catalog.job.JobKind;
import org.bdm.server.catalog.job.JobRequest;
import org.bdm.server.catalog.job.Reception;
import org.bdm.server.catalog.job.SubmittedItem;
import org.bdm.server.catalog.settings.KeptSettings;

/**
 * Measures what the catalog needs to take in a long list: time until it is durable, and bytes of the H2 file. docs/catalog.md says how to
 * run it and what came out.
 *
 * <p>Arguments: {@code h2} with a directory, or {@code postgresql} with {@code -}; then the number of entries.
 */
final class ReceptionSpike {
    private static final PrintStream OUT = System.out;
    private static final String[] NODES = {"esgf-data1.llnl.gov", "esgf.ceda.ac.uk", "esgf3.dkrz.de"};

    private ReceptionSpike() {}

    public static void main(String[] arguments) throws IOException, SQLException {
        boolean isH2 = arguments[0].equals("h2");
        int entries = Integer.parseInt(arguments[2]);
        CatalogLocation location =
                isH2 ? CatalogLocation.below(Path.of(arguments[1]).toAbsolutePath()) : TestDatabase.POSTGRESQL.empty();
        OpenCatalog open = OpenCatalog.at(location);
        receive(open, entries);
        if (isH2) {
            Path file = CatalogUrl.file(location).orElseThrow();
            say("acknowledged", file, entries);
            open.close();
            say("after the stop", file, entries);
            compact(location, file, entries);
        } else {
            tables(open);
            open.close();
        }
        System.exit(0); // the server of the tests ends with the process
    }

    private static void receive(OpenCatalog open, int entries) {
        SubmittedItem[] items = new SubmittedItem[entries]; // made before: not what is measured
        for (int i = 0; i < entries; i++) items[i] = item(i);
        JobRequest request =
                new JobRequest(JobKind.BATCH, "ann", "", 3, 0, KeptSettings.of(Samples.SETTINGS), null, null, null);
        long begin = System.nanoTime();
        JobId job;
        double received;
        try (Reception reception = open.catalog.submissions().receive(request)) {
            for (SubmittedItem item : items) reception.add(item);
            received = seconds(begin);
            job = reception.finish(null).job();
        }
        double took = seconds(begin);
        OUT.printf(
                Locale.ROOT,
                "%s: %d entries handed over in %.1f s, acknowledged after %.1f s: %.0f entries/s%n",
                job,
                entries,
                received,
                took,
                entries / took);
    }

    /** Addresses, paths, names and digests as in CMIP6; a destination is about 200 bytes. */
    private static SubmittedItem item(int number) {
        String member = "r" + number / 40 + "i1p1f1";
        String dataset = "CMIP/IPSL/IPSL-CM6A-LR/historical/" + member + "/Amon/tas/gr/v20180803/";
        String name = "tas_Amon_IPSL-CM6A-LR_historical_" + member + "_gr_" + (1850 + number % 40 * 4) + "01-"
                + (1853 + number % 40 * 4) + "12.nc";
        return new SubmittedItem(
                "https://" + NODES[number / 40 % NODES.length] + "/thredds/fileServer/css03_data/CMIP6/" + dataset
                        + name,
                "bdm://home/archive/CMIP6/" + dataset + name,
                false,
                1_000_000L + number,
                List.of(Samples.sha256(name)));
    }

    private static void compact(CatalogLocation location, Path file, int entries) throws SQLException, IOException {
        try (Connection connection = DriverManager.getConnection(
                        CatalogUrl.checked(location), location.user(), location.password());
                Statement statement = connection.createStatement()) {
            try (ResultSet row = statement.executeQuery("CALL DISK_SPACE_USED('JOB_ITEM')")) {
                row.next();
                OUT.printf(Locale.ROOT, "job_item with its key: %d bytes/entry%n", row.getLong(1) / entries);
            }
            statement.execute("SHUTDOWN COMPACT");
        }
        say("compacted", file, entries);
    }

    private static void say(String when, Path file, int entries) throws IOException {
        long bytes = Files.size(file);
        OUT.printf(Locale.ROOT, "%s: %d MB, %d bytes/entry%n", when, bytes >> 20, bytes / entries);
    }

    private static void tables(OpenCatalog open) {
        open.database()
                .read(sql -> sql.list(
                        "SELECT relname, pg_table_size(oid), pg_indexes_size(oid) FROM pg_class WHERE relname = 'job_item'",
                        (row, at) -> {
                            OUT.printf(
                                    Locale.ROOT,
                                    "%s: table %d MB, indexes %d MB%n",
                                    row.getString(1),
                                    row.getLong(2) >> 20,
                                    row.getLong(3) >> 20);
                            return 0;
                        }));
    }

    private static double seconds(long since) {
        return (System.nanoTime() - since) / 1e9;
    }
}
