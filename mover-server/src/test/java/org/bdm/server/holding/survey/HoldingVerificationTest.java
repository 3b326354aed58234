package org.bdm.server.holding.survey;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ExecutorService;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.checksum.ChecksumAlgorithm;
import org.bdm.core.checksum.RunningDigest;
import org.bdm.core.id.JobId;
import org.bdm.core.store.DiskThreads;
import org.bdm.core.store.MemoryStore;
import org.bdm.core.store.PlaceMode;
import org.bdm.core.store.StorePath;
import org.bdm.core.store.WritableFile;
import org.bdm.core.transfer.Endpoint;
import org.bdm.server.catalog.holding.HistoryEvent;
import org.bdm.server.catalog.holding.Holding;
import org.bdm.server.catalog.holding.HoldingDigest;
import org.bdm.server.catalog.holding.HoldingState;
import org.bdm.server.catalog.survey.Finding;
import org.bdm.server.catalog.survey.FindingKind;
import org.bdm.server.catalog.survey.Survey;
import org.bdm.server.catalog.survey.SurveyKind;
import org.bdm.server.holding.record.HeldPlace;
import org.bdm.server.holding.record.HoldingList;
import org.bdm.server.interchange.entry.ListedFile;
import org.bdm.server.site.access.LocalExports;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which digests a verification compares, and how it goes on with links. */
class HoldingVerificationTest {
    private static final String ALL = "bdm://here/in/";

    @TempDir
    Path home;

    private HeldTree tree;

    @BeforeEach
    void start() {
        tree = new HeldTree(home);
    }

    @AfterEach
    void stop() {
        tree.close();
    }

    private static Checksum md5(String content) {
        RunningDigest digest = RunningDigest.of(ChecksumAlgorithm.MD5);
        digest.update(ByteBuffer.wrap(content.getBytes(StandardCharsets.UTF_8)));
        return digest.finish();
    }

    private void list(String path, Checksum digest) {
        HoldingList list = new HoldingList(tree.exports, Endpoint.parse(ALL), tree.records, tree.clock, 10);
        list.entry(1, new ListedFile(path, null, null, List.of(digest), List.of()));
        list.finish();
    }

    @Test
    void digestIsComparedByTheAlgorithmInWhichItIsKnown() {
        tree.write("right.nc", "right");
        tree.write("wrong.nc", "wrong");
        list("right.nc", md5("right"));
        list("wrong.nc", md5("something else"));
        Survey survey = tree.survey(SurveyKind.VERIFY, ALL);
        assertThat(tree.findings(survey))
                .extracting(Finding::kind, finding -> finding.path().shown())
                .containsExactly(tuple(FindingKind.DIFFERENT, "wrong.nc"));
        assertThat(tree.holding("right.nc").state()).isEqualTo(HoldingState.VERIFIED);
        assertThat(tree.holding("right.nc").digests())
                .extracting(HoldingDigest::digest)
                .contains(md5("right"), PublishedDataset.sha256("right"));
        assertThat(tree.holding("wrong.nc").state()).isEqualTo(HoldingState.DAMAGED);
    }

    @Test
    void linkIsReadAsTheFileItLeadsToAndIsMissingWhenThatIsGone() throws IOException {
        Path file = tree.write("real/a.nc", "aaa");
        Files.createSymbolicLink(tree.directory.resolve("link.nc"), Path.of("real/a.nc"));
        tree.survey(SurveyKind.SCAN, ALL + "link.nc");
        assertThat(tree.findings(tree.survey(SurveyKind.VERIFY, ALL))).isEmpty();
        assertThat(tree.holding("link.nc").state()).isEqualTo(HoldingState.READ);
        Files.delete(file);
        assertThat(tree.findings(tree.survey(SurveyKind.VERIFY, ALL)))
                .extracting(Finding::kind)
                .containsExactly(FindingKind.MISSING);
    }

    @Test
    @Tag("H10")
    void fileInWhosePlaceADirectoryIsIsMissing() throws IOException {
        Path file = tree.write("a.nc", "aaa");
        tree.survey(SurveyKind.SCAN, ALL);
        Files.delete(file);
        Files.createDirectory(file);
        assertThat(tree.findings(tree.survey(SurveyKind.VERIFY, ALL)))
                .extracting(Finding::kind)
                .containsExactly(FindingKind.MISSING);
        assertThat(tree.holding("a.nc").state()).isEqualTo(HoldingState.MISSING);
    }

    @Tag("H10")
    @Test
    void aFileThatCannotBeReadKeepsItsStateAndItsHistorySaysWhenAndWhy() {
        StorePath path = StorePath.ofUtf8("a.nc");
        MemoryStore memory = new MemoryStore();
        try (WritableFile file = memory.workArea(new JobId(1)).create("a")) {
            file.write(0, ByteBuffer.wrap("aaa".getBytes(StandardCharsets.UTF_8)));
            file.force();
        }
        memory.workArea(new JobId(1)).place("a", path, PlaceMode.NEW);
        HeldPlace place = new HeldPlace(new LocalExports.Export(HeldTree.IN, "memory", memory));
        tree.write("a.nc", "aaa");
        list("a.nc", PublishedDataset.sha256("aaa"));
        Holding held = tree.holding("a.nc");
        Survey survey = tree.catalog
                .surveys()
                .begin(SurveyKind.VERIFY, "ann", ALL, false, OptionalLong.empty(), 10)
                .join();
        SurveyLog log = new SurveyLog(tree.catalog, survey.number(), tree.clock);
        ExecutorService readers = DiskThreads.named("reader", 1);
        ChecksAhead checks = new ChecksAhead(readers, tree.clock, bytes -> true, holding -> Optional.empty());
        HoldingVerification verification = new HoldingVerification(tree.records, log, checks, tree.exports);

        memory.faults().unreadable(path, 1);
        verification.verify(place, held, false);
        verification.end();
        log.flush();
        List<Finding> findings =
                tree.catalog.surveys().findings(survey.number(), null, 7).rows();
        assertThat(findings).singleElement().satisfies(finding -> {
            assertThat(finding.kind()).isEqualTo(FindingKind.UNREADABLE);
            assertThat(finding.text())
                    .contains("cannot be read here", "'verify' again")
                    .doesNotContain("source;");
        });
        assertThat(tree.holding("a.nc")).isEqualTo(held);
        assertThat(tree.catalog.holdingHistory().of(HeldTree.IN, path, 0, 10))
                .singleElement()
                .satisfies(entry -> {
                    assertThat(entry.event()).isEqualTo(HistoryEvent.UNREADABLE);
                    assertThat(entry.by()).isEqualTo("survey-" + survey.number());
                    assertThat(entry.reason()).contains("cannot be read here");
                });
        assertThat(tree.catalog.scrubs().unreadable()).as("once may pass").isEmpty();
        verification.verify(place, held, false);
        verification.end();
        assertThat(tree.catalog.scrubs().unreadable())
                .hasValueSatisfying(found -> assertThat(found.newest().path()).isEqualTo(path));

        memory.faults().readable(path);
        verification.verify(place, held, false);
        verification.end();
        assertThat(tree.holding("a.nc").state()).isEqualTo(HoldingState.VERIFIED);
        assertThat(tree.catalog.scrubs().unreadable()).as("it was read").isEmpty();
        memory.faults().unreadable(path, 1);
        verification.verify(place, tree.holding("a.nc"), false);
        verification.end();
        assertThat(tree.catalog.scrubs().unreadable()).as("counted anew").isEmpty();
        verification.close();
        DiskThreads.close(readers);
    }
}
