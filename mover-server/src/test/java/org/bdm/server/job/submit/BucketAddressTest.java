package org.bdm.server.job.submit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.ExportName;
import org.bdm.core.id.SiteName;
import org.bdm.core.store.MemoryStore;
import org.bdm.server.site.access.LocalExports;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BucketAddressTest {
    private static final SiteName OWN = new SiteName("north");
    private static final LocalExports EXPORTS = new LocalExports(List.of(
            export("all", "s3://store/climate"), export("cmip6", "s3://store/climate/CMIP6"), export("disk", "/data")));

    private static LocalExports.Export export(String name, String place) {
        return new LocalExports.Export(new ExportName(name), place, new MemoryStore());
    }

    @ParameterizedTest
    @CsvSource({
        "s3://store/climate, bdm://north/all",
        "s3://store/climate/obs/a.nc, bdm://north/all/obs/a.nc",
        "s3://store/climate/CMIP6x/a.nc, bdm://north/all/CMIP6x/a.nc",
        "s3://store/climate/CMIP6/, bdm://north/cmip6",
        "s3://store/climate/CMIP6/tas/a%20b.nc, bdm://north/cmip6/tas/a b.nc",
        "bdm://south/data/x, bdm://south/data/x",
        "https://node.example/x.nc, https://node.example/x.nc"
    })
    void standsForAPathOfTheExportThatCoversItMostNarrowly(String address, String source) {
        assertThat(BucketAddress.source(address, EXPORTS, OWN).text()).isEqualTo(source);
    }

    @Test
    void saysThatNoExportCoversIt() {
        assertThatThrownBy(() -> BucketAddress.source("s3://store/other/x", EXPORTS, OWN))
                .isInstanceOf(MoverException.class)
                .hasMessageContaining("no export");
        assertThatThrownBy(() -> BucketAddress.source("s3://store/climate/.bdm/x", EXPORTS, OWN))
                .isInstanceOf(MoverException.class)
                .hasMessageContaining("reserved");
    }
}
