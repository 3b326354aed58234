package org.bdm.server.holding.survey;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.checksum.ChecksumAlgorithm;
import org.bdm.core.checksum.RunningDigest;
import org.bdm.core.transfer.Endpoint;
import org.bdm.server.catalog.holding.HoldingDigest;
import org.bdm.server.catalog.holding.HoldingState;
import org.bdm.server.catalog.survey.Finding;
import org.bdm.server.catalog.survey.FindingKind;
import org.bdm.server.catalog.survey.Survey;
import org.bdm.server.catalog.survey.SurveyKind;
import org.bdm.server.holding.record.HoldingList;
import org.bdm.server.interchange.entry.ListedFile;
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
}
