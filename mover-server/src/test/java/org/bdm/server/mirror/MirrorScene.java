package org.bdm.server.mirror;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.ExportName;
import org.bdm.core.id.JobId;
import org.bdm.core.store.PlaceMode;
import org.bdm.core.store.StorePath;
import org.bdm.core.store.WorkArea;
import org.bdm.core.store.WritableFile;
import org.bdm.core.transfer.FileEntry;
import org.bdm.core.transfer.FileOutcome;
import org.bdm.server.catalog.db.Durable;
import org.bdm.server.catalog.job.JobState;
import org.bdm.server.catalog.removal.Mirror;
import org.bdm.server.catalog.removal.MirrorState;
import org.bdm.server.catalog.removal.PurgeFile;
import org.bdm.server.catalog.removal.PurgeOutcome;
import org.bdm.server.catalog.removal.PurgePlan;
import org.bdm.server.catalog.removal.PurgeState;
import org.bdm.server.site.access.AuditTrail;
import org.bdm.server.testkit.TestSessions;
import org.bdm.server.testkit.TestSite;
import org.bdm.server.testkit.TestTree;
import org.bdm.server.upkeep.Purging;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A site that is the destination of mirror jobs, whose source shows what a test says. */
abstract class MirrorScene {
    static final ExportName IN = new ExportName("in");

    @TempDir
    Path directory;

    TestSite site;
    Purging purging;

    @BeforeEach
    void open() {
        site = site();
        site.sessions.ends(this::placed);
        purging = purging();
        site.start();
    }

    TestSite site() {
        return new TestSite(directory);
    }

    @AfterEach
    void close() {
        purging.close();
        site.close();
    }

    void crashAndStart() {
        purging.close();
        site.crashAndStart();
        purging = purging();
    }

    Purging purging() {
        return new Purging(site.catalog, site.exports, site.stores(), new AuditTrail(site.catalog, site.clock));
    }

    FileOutcome placed(FileEntry entry) {
        put(entry.destination(), 1, TestTree.MODIFIED);
        return TestSessions.done(entry);
    }

    void put(StorePath path, int size, Instant modified) {
        site.destination.makeDirectories(path.parent(), 0755);
        WorkArea area = site.destination.workArea(new JobId(999));
        try (WritableFile file = area.create("content")) {
            file.write(0, ByteBuffer.allocate(size));
            file.setAttributes(modified, 0644);
            file.force();
        }
        area.place("content", path, PlaceMode.REPLACE);
    }

    static StorePath at(String name) {
        return StorePath.ofUtf8("tree/" + name);
    }

    boolean isThere(String name) {
        return site.destination.status(at(name)).isPresent();
    }

    static TestTree tree(List<String> names) {
        TestTree tree = new TestTree();
        names.forEach(name -> tree.file(name, 1));
        return tree;
    }

    static TestSite.Options mirroring() {
        TestSite.Options options = new TestSite.Options();
        options.mirrors = true;
        return options;
    }

    /** A mirror job of a source with these files, ended. */
    JobId mirrored(String... names) {
        return mirrored(mirroring(), tree(List.of(names)), JobState.SUCCEEDED);
    }

    JobId mirrored(TestSite.Options options, TestTree tree, JobState as) {
        site.sources.show("a", tree);
        JobId job = site.submitTree(options);
        assertThat(site.ended(job).state()).isEqualTo(as);
        return job;
    }

    /** What became of the comparison. */
    Mirror compared(JobId job) {
        purging.look();
        return await().until(
                        () -> site.catalog.mirrors().find(job).orElseThrow(),
                        mirror -> mirror.state() != MirrorState.WAITING);
    }

    PurgePlan planned(JobId job) {
        Mirror mirror = compared(job);
        assertThat(mirror.state()).as(mirror.text()).isEqualTo(MirrorState.PLANNED);
        return site.catalog.purges().find(mirror.plan()).orElseThrow();
    }

    PurgePlan when(PurgePlan plan, PurgeState state) {
        return await().until(
                        () -> site.catalog.purges().find(plan.number()).orElseThrow(), now -> now.state() == state);
    }

    PurgePlan applied(PurgePlan plan) {
        Durable.await(purging.apply(plan.number(), "bob", null));
        return when(plan, PurgeState.APPLIED);
    }

    Map<String, PurgeOutcome> outcomes(PurgePlan plan) {
        Map<String, PurgeOutcome> outcomes = new TreeMap<>();
        for (PurgeFile file : site.catalog.purges().files(plan.number(), 0, 1000))
            outcomes.put(file.path().shown().substring("tree/".length()), file.outcome());
        return outcomes;
    }

    static void assertRefused(ErrorCode code, String part, Runnable call) {
        assertThatThrownBy(call::run)
                .isInstanceOfSatisfying(
                        MoverException.class, e -> assertThat(e.code()).isEqualTo(code))
                .hasMessageContaining(part);
    }
}
