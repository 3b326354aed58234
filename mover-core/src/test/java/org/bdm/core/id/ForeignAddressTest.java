package org.bdm.core.id;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("U10")
class ForeignAddressTest {
    @ParameterizedTest
    @CsvSource({
        "srv:data/a, scp, bdm://srv/data/a",
        "ann@srv.example.org:/data/a, scp, bdm://srv.example.org/data/a",
        "srv:~/data/a, scp, bdm://srv/data/a",
        "remote:, rclone, bdm://remote/EXPORT/",
        "remote:bucket/x, rclone, bdm://remote/bucket/x",
        "srv::module/a, rsync, bdm://srv/module/a",
        "ann@srv::module/a, rsync, bdm://srv/module/a",
        "rsync://ann@srv:873/module/a, rsync, bdm://srv/module/a",
        "ddb59aef-6d04-11e5-ba46-22000b92c6ec:/CMIP6/x, Globus, bdm://SITE/EXPORT/CMIP6/x",
        "globus://ddb59aef-6d04-11e5-ba46-22000b92c6ec/CMIP6/x, Globus, bdm://SITE/EXPORT/CMIP6/x",
        "file:///data/CMIP6, path of one machine, bdm://SITE/EXPORT/CMIP6",
        "/data/CMIP6/, path of one machine, bdm://SITE/EXPORT/CMIP6",
        "data/a, path of one machine, bdm://SITE/EXPORT/a",
        "C:\\data\\a, path of one machine, bdm://SITE/EXPORT/a",
        "sftp://ann@srv:22/data/a, sftp, bdm://srv/data/a",
        "gsiftp://srv:2811//data/a, gsiftp, bdm://srv/data/a",
        "s3://bucket/a, s3, bdm://bucket/a",
        "BDM://north/data, not an endpoint, bdm://north/data",
        "bdm:/north/data, not an endpoint, bdm://north/data",
        "bdm:north/data, not an endpoint, bdm://north/data",
    })
    void theAddressThatWasMeantIsNamed(String given, String program, String meant) {
        assertThat(ForeignAddress.meant(given).orElseThrow())
                .startsWith("'" + given + "' ")
                .contains(program)
                .contains(meant);
    }

    @Test
    void anEndpointIsLeftAlone() {
        assertThat(ForeignAddress.meant("bdm://north/data/a:b")).isEmpty();
        assertThat(ForeignAddress.meant("x".repeat(5000)).orElseThrow()).hasSizeLessThan(700);
    }
}
