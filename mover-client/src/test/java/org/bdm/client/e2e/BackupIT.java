package org.bdm.client.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.bdm.client.MoverApi;
import org.bdm.client.ServerUnreachable;
import org.bdm.core.control.job.JobItem;
import org.bdm.core.control.job.JobView;
import org.bdm.core.control.job.SubmitJob;
import org.bdm.core.control.site.CreateBackup;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A server under load is backed up and loses its catalog: what the backup had is there again, and no file at the destination is damaged. */
@ExtendWith(OwnSites.class)
class BackupIT {
    private static final Duration LONGEST = Duration.ofMinutes(2);
    private static final int FILES = 24;

    private final TwoSites sites;

    BackupIT(TwoSites sites) {
        this.sites = sites;
    }

    @Test
    void aLostCatalogIsRestoredAndTheTransferThatRanEndsRight() throws Exception {
        writeTrees();
        JobLook job = sites.submit("big", "--max-rate", "8M");
        Submitter submitter = new Submitter(sites.api());
        submitter.start();
        job.await("the first files", LONGEST, now -> now.files().done() >= 2);
        JobLook.awaitThat("jobs beside it", LONGEST, () -> submitter.acknowledged.size() >= 5);

        List<String> before = List.copyOf(submitter.acknowledged);
        TwoSites.Result backup = sites.client("backup", "drill");
        assertThat(backup.code()).as(backup.toString()).isZero();
        assertThat(backup.out()).contains("drill.zip");
        assertThat(backup.err()).contains("checked", "SHA-256");

        long doneThen = job.now().orElseThrow().files().done();
        int acknowledgedThen = submitter.acknowledged.size();
        job.await("more files after the backup", LONGEST, now -> now.files().done() >= doneThen + 3);
        JobLook.awaitThat("more jobs after it", LONGEST, () -> submitter.acknowledged.size() > acknowledgedThen + 2);
        sites.destination().kill();
        submitter.end();
        long lastNumber = submitter.acknowledged.stream()
                .mapToLong(BackupIT::number)
                .max()
                .orElseThrow();

        Path home = sites.destination().home();
        Shell.run("rm -r \"$1/catalog\"", home);
        assertThat(catalog("restore \"$1/backups/drill.zip\"", home)).contains("restored from");
        sites.destination().start();

        MoverApi api = sites.api();
        for (String id : before) assertThat(api.job(id).id()).isEqualTo(id);
        JobLook restored = sites.look(job.id()); // what was done after the backup is forgotten
        JobView end = restored.awaitEnd(LONGEST);
        assertThat(end.state()).as(restored.told()).isEqualTo("SUCCEEDED");
        assertThat(end.files().total()).isEqualTo(FILES);
        TreeOracle.assertSame(
                sites.sourceData().resolve("big"), sites.destinationData().resolve("big"));
        for (String id : before)
            assertThat(sites.look(id).awaitEnd(LONGEST).state()).isEqualTo("SUCCEEDED");
        JobLook after = sites.look(submitted(api, "after").id());
        assertThat(number(after.id())).isGreaterThan(lastNumber);
        assertThat(after.awaitEnd(LONGEST).state()).as(after.told()).isEqualTo("SUCCEEDED");
        assertThat(sites.client("backup", "--list").out()).contains("drill.zip", "GOOD");

        sites.destination().stop();
        assertThat(catalog("check", home)).contains("0 problems");
        assertThat(sites.partialFiles()).isEmpty();
    }

    @Test
    void aKillInTheMiddleLeavesNoHalfBackupUnderItsName() throws Exception {
        killedInTheMiddle(0, 2);
    }

    @Test
    @Tag("long")
    void manyKillsInTheMiddleLeaveNoHalfBackupUnderItsName() throws Exception {
        killedInTheMiddle(2, 20);
    }

    /** Each is killed 15 ms later than the one before. */
    private void killedInTheMiddle(int first, int end) throws Exception {
        for (int round = first; round < end; round++) {
            sites.api().backups().begin(new CreateBackup("round-" + round));
            LockSupport.parkNanos(round * 15_000_000L);
            sites.destination().kill();
            Path backups = sites.destination().home().resolve("backups");
            Shell.run(
                    "cd \"$1\" && for z in *.zip; do [ ! -e \"$z\" ] || sha256sum -c --quiet \"$z.sha256\"; done",
                    backups);
            sites.destination().start();
            JobLook.awaitThat("the rest is removed", LONGEST, () -> isClean(backups));
        }
    }

    private static boolean isClean(Path backups) {
        try (var entries = Files.list(backups)) {
            return entries.map(entry -> entry.getFileName().toString())
                    .allMatch(name -> name.endsWith(".zip") || name.endsWith(".sha256"));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private void writeTrees() throws IOException {
        Shell.run(
                "cd \"$1\" && mkdir big small && echo x > small/x && for i in $(seq " + FILES
                        + "); do head -c 3000000 /dev/urandom > big/f$i; done",
                sites.sourceData());
    }

    private static String catalog(String verb, Path home) throws IOException {
        Path launcher = Path.of(System.getProperty("bdm.root", ".."), "mover-server", "bin", "mover-server");
        return Shell.run(
                "JAVA_HOME=\"$3\" \"$2\" catalog " + verb + " --home \"$1\"",
                home,
                launcher.toAbsolutePath().normalize(),
                System.getProperty("java.home"));
    }

    private static long number(String job) {
        return Long.parseLong(job.substring("job-".length()));
    }

    private static JobView submitted(MoverApi api, String label) {
        JobItem item =
                new JobItem("bdm://a/data/small/x", "bdm://b/replica/of-" + label + "/x", false, null, List.of());
        return api.submit(new SubmitJob(label, "FILE", List.of(item), null), label);
    }

    /** Submits one job after the other, and remembers those that were acknowledged. */
    private static final class Submitter extends Thread {
        private final MoverApi api;
        private final ConcurrentLinkedQueue<String> acknowledged = new ConcurrentLinkedQueue<>();
        private final AtomicBoolean isEnough = new AtomicBoolean();

        Submitter(MoverApi api) {
            this.api = api;
            setDaemon(true);
        }

        @Override
        public void run() {
            for (int i = 0; !isEnough.get(); i++) {
                try {
                    acknowledged.add(submitted(api, "small-" + i).id());
                    LockSupport.parkNanos(100_000_000);
                } catch (ServerUnreachable e) {
                    if (!isEnough.get()) LockSupport.parkNanos(50_000_000); // it was killed, and not acknowledged
                }
            }
        }

        void end() throws InterruptedException {
            isEnough.set(true);
            join();
        }
    }
}
