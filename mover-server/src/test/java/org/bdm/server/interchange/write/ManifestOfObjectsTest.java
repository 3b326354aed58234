package org.bdm.server.interchange.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.time.Instant;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.server.drs.DatasetName;
import org.junit.jupiter.api.Test;

/** Objects of buckets in manifests: they have an address in the place of a path on a disk. */
class ManifestOfObjectsTest {
    private static ManifestFile at(String place) {
        return new ManifestFile(
                DatasetName.of("CMIP6.CMIP.X.M.historical.r1i1p1f1.Amon.tas.gn.v20190101"),
                "CMIP6/a.nc",
                place,
                1,
                Instant.EPOCH,
                List.of(),
                null,
                null,
                List.of(),
                null);
    }

    private static void assertRefused(ErrorCode code, ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        MoverException.class, error -> assertThat(error.code()).isEqualTo(code));
    }

    @Test
    void anObjectIsNamedByItsAddressAndAPathThatLeadsElsewhereIsRefused() {
        assertThat(at("s3://ceph/climate/CMIP6/a.nc").absolutePath()).isEqualTo("s3://ceph/climate/CMIP6/a.nc");
        assertRefused(ErrorCode.INVALID_PATH, () -> at("s3://ceph/climate/../a.nc"));
        assertRefused(ErrorCode.INVALID_PATH, () -> at("s3://"));
        assertRefused(ErrorCode.INVALID_PATH, () -> at("file://a.nc"));
    }

    @Test
    void aManifestThatNamesPathsOfADiskRefusesObjects() {
        MapfileWriter mapfile = new MapfileWriter(new ByteArrayOutputStream());
        assertRefused(ErrorCode.UNSUPPORTED, () -> mapfile.add(at("s3://ceph/climate/CMIP6/a.nc")));
    }
}
