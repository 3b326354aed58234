package org.bdm.server.drs;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class DrsPathTest {
    @Test
    void directoriesOfBothGenerationsOfObs4mipsTellTheirDataset() {
        assertThat(DrsPath.datasetOf("/data/obs4MIPs/NASA-GSFC/GPCP-V2.3/atmos/mon/v1/pr.nc"))
                .isEqualTo(new DatasetName("obs4MIPs.NASA-GSFC.GPCP-V2.3.atmos.mon", "1"));
        assertThat(DrsPath.datasetOf("/data/obs4MIPs/NASA-GSFC/GPCP-V2.3/mon/pr/gn/v1/pr.nc"))
                .isEqualTo(new DatasetName("obs4MIPs.NASA-GSFC.GPCP-V2.3.mon.pr.gn", "1"));
        DrsPath path = Objects.requireNonNull(DrsPath.of("/data/obs4MIPs/NASA-GSFC/GPCP-V2.3/atmos/mon/v1/pr.nc"));
        assertThat(path.facets()).containsEntry("source_id", "GPCP-V2.3").containsEntry("realm", "atmos");
    }

    @Test
    void aNameThatMayBeTakenApartInSeveralWaysTellsNoFacets() {
        assertThat(DrsProject.facetsOf(DatasetName.of("obs4MIPs.NASA-GSFC.GPCP-V2.3.atmos.mon.v1")))
                .isEqualTo(Map.of());
        assertThat(DrsProject.facetsOf(DatasetName.of("obs4MIPs.NASA-LaRC.CERES-EBAF.atmos.mon.v1")))
                .containsEntry("institute", "NASA-LaRC")
                .containsEntry("time_frequency", "mon");
    }
}
