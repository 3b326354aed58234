package org.bdm.server.dataset.merge;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import org.bdm.server.drs.DatasetName;
import org.junit.jupiter.api.Test;

class DrsLayoutTest {
    private static DrsLayout layout(String instanceId) {
        return new DrsLayout(DatasetName.of(instanceId), Map.of());
    }

    @Test
    void projectsWhoseNamesAreTheirDirectoriesAreSpelledAsTheName() {
        assertThat(layout("CMIP6.CMIP.MOHC.HadGEM3-GC31-LL.historical.r1i1p1f3.Amon.tas.gn.v20191207")
                        .directory())
                .contains("CMIP6/CMIP/MOHC/HadGEM3-GC31-LL/historical/r1i1p1f3/Amon/tas/gn/v20191207");
        assertThat(layout("MIP-DRS7.CMIP7.CMIP.CCCma.CanESM6-MR.historical.r2i1p1f1.glb.mon.tas.tavg-h2m-hxy-u.g13s"
                                + ".v20250622")
                        .directory())
                .contains("MIP-DRS7/CMIP7/CMIP/CCCma/CanESM6-MR/historical/r2i1p1f1/glb/mon/tas/tavg-h2m-hxy-u/g13s"
                        + "/v20250622");
        assertThat(layout("cmip5.output1.INM.inmcm4.historical.mon.atmos.Amon.r1i1p1.v1")
                        .directory())
                .contains("cmip5/output1/INM/inmcm4/historical/mon/atmos/Amon/r1i1p1/v1");
    }

    @Test
    void cordexHasTheInstituteBeforeItsModelInTheDirectoryOnly() {
        assertThat(layout("cordex.output.EUR-11.KNMI.MOHC-HadGEM2-ES.historical.r1i1p1.RACMO22E.v2.mon.tas.v20160620")
                        .directory())
                .contains("cordex/output/EUR-11/KNMI/MOHC-HadGEM2-ES/historical/r1i1p1/KNMI-RACMO22E/v2/mon/tas"
                        + "/v20160620");
    }

    @Test
    void dotsInsideValuesAreToldByTheFacetsOfTheIndex() {
        DatasetName name = DatasetName.of("obs4MIPs.NASA-GSFC.GPCP-V2.3.mon.pr.gn.v20180519");
        assertThat(new DrsLayout(name, Map.of()).directory()).isEmpty();
        assertThat(new DrsLayout(name, Map.of("source_id", new TreeSet<>(List.of("GPCP-V2.3")))).directory())
                .contains("obs4MIPs/NASA-GSFC/GPCP-V2.3/mon/pr/gn/v20180519");
    }

    @Test
    void aProposedPathThatWasCutAtEveryDotIsNotTaken() {
        DrsLayout layout = layout("obs4MIPs.NASA-GSFC.GPCP-V2.3.mon.pr.gn.v20180519");
        assertThat(layout.directoryOfHint("obs4MIPs/NASA-GSFC/GPCP-V2/3/mon/pr/gn/v20180519/pr.nc"))
                .isEmpty();
        assertThat(layout.directoryOfHint("obs4MIPs/NASA-GSFC/GPCP-V2.3/mon/pr/gn/v20180519/pr.nc"))
                .contains("obs4MIPs/NASA-GSFC/GPCP-V2.3/mon/pr/gn/v20180519");
    }

    @Test
    void aNameOfAnUnknownProjectIsOneDirectoryAndAnUnsafeOneIsNone() {
        DrsLayout unknown = layout("E3SM.1_3.G-IAF.1deg.ocean.native.model-output.mon.ens1.v1");
        assertThat(unknown.directory()).isEmpty();
        assertThat(unknown.plainDirectory()).contains("E3SM/E3SM.1_3.G-IAF.1deg.ocean.native.model-output.mon.ens1/v1");
        assertThat(layout("x/../y.a.b.v1").plainDirectory()).isEqualTo(Optional.empty());
        assertThat(layout("CMIP6.CMIP.a b.c.d.e.f.g.h.v1").directory()).isEmpty();
    }

    @Test
    void valuesOfTheRecordDecideWhereANameIsCutThoughItHasAsManyPartsAsTheProject() {
        DatasetName old = DatasetName.of("obs4MIPs.NASA-GSFC.GPCP-V2.3.atmos.mon.v1");
        Map<String, TreeSet<String>> said = Map.of(
                "institute", new TreeSet<>(List.of("NASA-GSFC")), "source_id", new TreeSet<>(List.of("GPCP-V2.3")));
        assertThat(new DrsLayout(old, said).directory()).contains("obs4MIPs/NASA-GSFC/GPCP-V2.3/atmos/mon/v1");
        assertThat(new DrsLayout(old, said).directoryOfHint("obs4MIPs/NASA-GSFC/GPCP-V2/3/atmos/mon/v1/pr.nc"))
                .isEmpty();
        DrsLayout unsaid = layout("obs4MIPs.NASA-GSFC.GPCP-V2.3.atmos.mon.v1");
        assertThat(unsaid.directory()).isEmpty();
        assertThat(unsaid.directoryOfHint("obs4MIPs/NASA-GSFC/GPCP-V2/3/atmos/mon/v1/pr.nc"))
                .isEmpty();
        assertThat(unsaid.directoryOfHint("obs4MIPs/NASA-GSFC/GPCP-V2.3/atmos/mon/v1/pr.nc"))
                .contains("obs4MIPs/NASA-GSFC/GPCP-V2.3/atmos/mon/v1");
    }

    @Test
    void bothGenerationsOfObs4mipsAreLaidOut() {
        assertThat(layout("obs4MIPs.NASA-LaRC.CERES-EBAF-4-1.mon.rsut.gn.v20200101")
                        .directory())
                .contains("obs4MIPs/NASA-LaRC/CERES-EBAF-4-1/mon/rsut/gn/v20200101");
        assertThat(layout("obs4MIPs.NASA-LaRC.CERES-EBAF.atmos.mon.v20160610").directory())
                .contains("obs4MIPs/NASA-LaRC/CERES-EBAF/atmos/mon/v20160610");
    }

    @Test
    void theDirectoryOfAProjectIsTheSameWhicheverIndexAnswers() {
        String name = "output1.INM.inmcm4.historical.mon.atmos.Amon.r1i1p1.v1";
        String path = name.replace('.', '/');
        for (String project : List.of("cmip5", "CMIP5", "Cmip5")) {
            DrsLayout layout = layout(project + "." + name);
            assertThat(layout.directory()).contains("cmip5/" + path);
            assertThat(layout.directoryOfHint("CMIP5/" + path + "/tas/tas.nc")).contains("cmip5/" + path);
            assertThat(layout.directoryOfHint("cmip5/" + path + "/tas/tas.nc")).contains("cmip5/" + path);
            assertThat(layout.plainDirectory().orElseThrow()).startsWith("cmip5/");
        }
        assertThat(layout("CORDEX.output.EUR-11.KNMI.M.historical.r1i1p1.RACMO22E.v2.mon.tas.v2")
                        .directoryOfHint(
                                "CORDEX/output/EUR-11/KNMI/M/historical/r1i1p1/KNMI-RACMO22E/v2/mon/tas/v2/t.nc"))
                .contains("cordex/output/EUR-11/KNMI/M/historical/r1i1p1/KNMI-RACMO22E/v2/mon/tas/v2");
    }
}
