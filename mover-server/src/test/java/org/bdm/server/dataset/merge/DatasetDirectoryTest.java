package org.bdm.server.dataset.merge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.bdm.server.testkit.InventedClaims.DATASET;
import static org.bdm.server.testkit.InventedClaims.DIRECTORY;
import static org.bdm.server.testkit.InventedClaims.sha256;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import org.bdm.server.catalog.dataset.ReplicaNote;
import org.bdm.server.catalog.dataset.ReplicaSet;
import org.bdm.server.drs.DatasetName;
import org.bdm.server.testkit.InventedClaims;
import org.junit.jupiter.api.Test;

/** Where the files of a dataset version are laid out, and which proposals of indexes are taken. */
class DatasetDirectoryTest {
    private static final String OBS = "obs4MIPs.NASA-GSFC.GPCP-V2.3.mon.pr.gn.v20180519";
    private static final String UNKNOWN = "E3SM.1_3.ocean.v1";

    private static DatasetDirectory directory(String instanceId) {
        return new DatasetDirectory(DatasetName.of(instanceId), Map.of());
    }

    private static ReplicaSet only(InventedClaims told) {
        return ReplicaMerge.of(told.claims()).get(0);
    }

    private static List<String> texts(ReplicaSet set, String code) {
        return set.notes().stream()
                .filter(note -> note.code().equals(code))
                .map(ReplicaNote::text)
                .toList();
    }

    private static InventedClaims proposed(InventedClaims told, String node, String name, String directory) {
        return told.file(node, name, 10, Optional.of(directory + "/" + name), sha256(1));
    }

    @Test
    void facetsOfAllRecordsTellWhereANameIsCut() {
        InventedClaims told = new InventedClaims()
                .of(OBS)
                .dataset("a.org", true, true, false, Map.of("project", List.of("obs4MIPs")))
                .dataset("b.org", true, true, false, Map.of("source_id", List.of("GPCP-V2.3")));
        ReplicaSet set = only(told);
        assertThat(set.directory()).contains("obs4MIPs/NASA-GSFC/GPCP-V2.3/mon/pr/gn/v20180519");
        assertThat(texts(set, "DIRECTORY"))
                .containsExactly("the directory is made of the name, as its project does it");
    }

    @Test
    void directoryThatMostNodesProposeIsTakenAndTheOthersAreNoted() {
        String one = "E3SM/1_3/ocean/v1";
        String other = "E3SM/1_3.ocean/v1";
        InventedClaims told = new InventedClaims().of(UNKNOWN);
        proposed(told, "a.org", "1.nc", other);
        proposed(told, "b.org", "1.nc", one);
        ReplicaSet most = only(proposed(told, "c.org", "1.nc", one));
        assertThat(most.directory()).contains(one);
        assertThat(texts(most, "DIRECTORY")).singleElement().asString().contains("proposed are", one, other);

        InventedClaims even = new InventedClaims().of(UNKNOWN).original("b.org");
        proposed(even, "a.org", "1.nc", other);
        assertThat(only(proposed(even, "b.org", "1.nc", one)).directory())
                .as("the original's of two that as many nodes propose")
                .contains(one);
        InventedClaims undecided = new InventedClaims().of(UNKNOWN);
        proposed(undecided, "a.org", "1.nc", one);
        assertThat(only(proposed(undecided, "b.org", "1.nc", other)).directory())
                .as("that of the first node by name")
                .contains(one);
    }

    @Test
    void nodeProposesADirectoryOnceHoweverManyFilesAreInIt() {
        InventedClaims told = new InventedClaims().of(UNKNOWN).original("b.org");
        proposed(told, "a.org", "1.nc", "E3SM/1_3.ocean/v1");
        proposed(told, "a.org", "2.nc", "E3SM/1_3.ocean/v1");
        assertThat(only(proposed(told, "b.org", "1.nc", "E3SM/1_3/ocean/v1")).directory())
                .contains("E3SM/1_3/ocean/v1");
    }

    @Test
    void proposalThatAllMakeIsNotedWithoutOthersAndNoPathIsUnusable() {
        ReplicaSet set = only(proposed(new InventedClaims(), "a.org", "1.nc", DIRECTORY));
        assertThat(texts(set, "DIRECTORY")).containsExactly("the directory is the one that indexes propose");
        assertThat(texts(set, "PATH_UNUSABLE")).isEmpty();
    }

    @Test
    void nameThatNoPathCanBeMadeOfHasNoneAndThatIsFound() {
        ReplicaSet plain = only(new InventedClaims().of(UNKNOWN).file("a.org", "1.nc", 10, sha256(1)));
        assertThat(plain.directory()).contains("E3SM/E3SM.1_3.ocean/v1");
        assertThat(texts(plain, "DIRECTORY")).hasSize(1);
        assertThat(texts(plain, "NO_PATH")).isEmpty();

        ReplicaSet unsafe = only(new InventedClaims().of("x/../y.z.v1").file("a.org", "1.nc", 10, sha256(1)));
        assertThat(unsafe.directory()).isEmpty();
        assertThat(texts(unsafe, "DIRECTORY")).isEmpty();
        assertThat(texts(unsafe, "NO_PATH")).hasSize(1);
        assertThat(unsafe.variants().get(0).files().get(0).path()).isEmpty();
        assertThat(directory("x/../y.z.v1").filePath("1.nc")).isEmpty();
    }

    @Test
    void fileIsBelowItsVariableOnlyWhereTheProjectHasItBelowTheVersion() {
        String cmip5 = "cmip5.output1.INM.inmcm4.historical.mon.atmos.Amon.r1i1p1.v1";
        String version = cmip5.replace('.', '/');
        assertThat(directory(cmip5).filePath("tas_Amon_inmcm4.nc")).contains(version + "/tas/tas_Amon_inmcm4.nc");
        assertThat(directory(cmip5).filePath("t_Amon.nc")).contains(version + "/t/t_Amon.nc");
        assertThat(directory(cmip5).filePath("_Amon.nc")).contains(version + "/_Amon.nc");
        assertThat(directory(cmip5).filePath("tas.nc")).contains(version + "/tas.nc");
        assertThat(directory(DATASET).filePath("tas_Amon.nc")).contains(DIRECTORY + "/tas_Amon.nc");
        assertThat(directory(DATASET).filePath("..")).isEmpty();
        assertThat(directory(DATASET).filePath("x".repeat(256))).isEmpty();
    }

    @Test
    void facetsOfAListTellWhereANameIsCutThoughNoIndexIsAsked() {
        DatasetDirectory listed =
                new DatasetDirectory(DatasetName.of(OBS), Map.of("source_id", new TreeSet<>(List.of("GPCP-V2.3"))));
        assertThat(listed.path()).contains("obs4MIPs/NASA-GSFC/GPCP-V2.3/mon/pr/gn/v20180519");
    }
}
