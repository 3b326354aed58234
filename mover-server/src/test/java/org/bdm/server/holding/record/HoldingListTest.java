package org.bdm.server.holding.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.transfer.Endpoint;
import org.bdm.server.catalog.holding.HoldingState;
import org.bdm.server.holding.survey.HeldTree;
import org.bdm.server.holding.survey.PublishedDataset;
import org.bdm.server.interchange.entry.DatasetWish;
import org.bdm.server.interchange.entry.ListedFile;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How the lines of a list become holdings: limits, groups, and what is told of lines that do not. */
class HoldingListTest {
    private static final String DRS = "CMIP6/CMIP/INST/MODEL/historical/r1i1p1f1/Amon/tas/gn/v20200101/";
    private static final String DATASET = "CMIP6.CMIP.INST.MODEL.historical.r1i1p1f1.Amon.tas.gn.v20200101";

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

    private HoldingList list(long entriesMax) {
        return new HoldingList(tree.exports, Endpoint.parse("bdm://here/in/"), tree.records, tree.clock, entriesMax);
    }

    private static ListedFile file(String path) {
        Checksum digest = PublishedDataset.sha256(path);
        return new ListedFile(path, null, null, List.of(digest), List.of());
    }

    @Test
    void adoptedMissingAndRefusedLinesCountTogetherAgainstTheLimit() {
        tree.write("a.nc", "a");
        HoldingList list = list(4);
        list.entry(1, file("a.nc"));
        list.entry(2, file("a.nc"));
        list.entry(3, file("gone.nc"));
        list.refused(4, "not understood");
        assertThatThrownBy(() -> list.entry(5, file("a.nc"))).isInstanceOfSatisfying(MoverException.class, e -> {
            assertThat(e.code()).isEqualTo(ErrorCode.TOO_LARGE);
            assertThat(e.detail()).contains("more than 4 entries");
        });
        HoldingList.Result result = list.finish();
        assertThat(result.adopted()).isEqualTo(2);
        assertThat(result.missing()).isEqualTo(1);
        assertThat(result.refused()).isEqualTo(1);
    }

    @Test
    void entryThatNamesNoFileIsRefusedWithItsReason() {
        HoldingList list = list(10);
        list.entry(7, DatasetWish.of(DATASET));
        HoldingList.Result result = list.finish();
        assertThat(result.refused()).isEqualTo(1);
        assertThat(result.troubles())
                .containsExactly(new HoldingList.Line(7, "names no file with a path: nothing to adopt"));
    }

    @Test
    @Tag("E6")
    void aLineThatWasTakenWithoutItsDigestIsToldAndNotCountedAsRefused() {
        tree.write("a.nc", "a");
        HoldingList list = list(10);
        list.entry(2, file("a.nc"));
        list.warned(2, "the digest algorithm 'sha512' is not computed here");
        HoldingList.Result result = list.finish();
        assertThat(result.adopted()).isEqualTo(1);
        assertThat(result.refused()).isZero();
        assertThat(result.troubles())
                .containsExactly(new HoldingList.Line(2, "the digest algorithm 'sha512' is not computed here"));
    }

    @Test
    void onlyTheFirstThousandTroublesAreToldAndAllAreCounted() {
        HoldingList list = list(10_000);
        for (int line = 1; line <= 1_001; line++) list.refused(line, "not understood");
        HoldingList.Result result = list.finish();
        assertThat(result.refused()).isEqualTo(1_001);
        assertThat(result.troubles()).hasSize(1_000);
        assertThat(result.troubles().get(999).number()).isEqualTo(1_000);
    }

    @Test
    void fileOfAnotherSizeThanListedIsToldWithBothSizes() {
        tree.write("a.nc", "aaa");
        HoldingList list = list(10);
        list.entry(3, new ListedFile("a.nc", null, 4L, List.of(), List.of()));
        HoldingList.Result result = list.finish();
        assertThat(result.troubles()).singleElement().satisfies(line -> {
            assertThat(line.number()).isEqualTo(3);
            assertThat(line.reason())
                    .startsWith("a.nc has 3 bytes, the list says 4")
                    .contains("bdm-client repair");
        });
        assertThat(result.bytes()).isEqualTo(3);
        assertThat(tree.holding("a.nc").state()).isEqualTo(HoldingState.DAMAGED);
    }

    @Test
    void listOfMoreThanAThousandFilesIsWrittenInGroups() {
        HoldingList list = list(10_000);
        for (int i = 0; i < 1_001; i++) {
            tree.write("f" + i, "x");
            list.entry(i, file("f" + i));
        }
        assertThat(list.finish().adopted()).isEqualTo(1_001);
        assertThat(tree.holding("f0")).isNotNull();
        assertThat(tree.holding("f499")).isNotNull();
        assertThat(tree.holding("f500")).isNotNull();
        assertThat(tree.holding("f1000")).isNotNull();
    }

    @Test
    void linkToAFileIsAdoptedUnderItsOwnNameAndADirectoryIsNot() throws Exception {
        tree.write("real/a.nc", "aaa");
        Files.createSymbolicLink(tree.directory.resolve("a.nc"), Path.of("real/a.nc"));
        HoldingList list = list(10);
        list.entry(1, file("a.nc"));
        list.entry(2, file("real"));
        HoldingList.Result result = list.finish();
        assertThat(result.adopted()).isEqualTo(1);
        assertThat(tree.holding("a.nc").size()).isEqualTo(3);
        assertThat(result.troubles()).containsExactly(new HoldingList.Line(2, "real is not a file in export 'in'"));
    }

    @Test
    void datasetComesFromTheDirectoriesWhereTheListNamesNoVersion() {
        tree.write(DRS + "a.nc", "aaa");
        HoldingList list = list(10);
        list.entry(1, file(DRS + "a.nc"));
        list.finish();
        assertThat(tree.holding(DRS + "a.nc").dataset()).isEqualTo(DATASET);
    }
}
