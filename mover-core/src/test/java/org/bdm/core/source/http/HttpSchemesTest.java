package org.bdm.core.source.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.bdm.core.checksum.ChecksumAlgorithm.SHA256;
import static org.bdm.core.source.http.HttpFixture.netcdf;

import java.util.Map;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.id.Epoch;
import org.bdm.core.id.FileId;
import org.bdm.core.source.http.node.NodePolicy;
import org.bdm.core.transfer.Origin;
import org.junit.jupiter.api.Test;

/** Nodes that are published under one of http and https and reached under the other, on the usual ports of both. */
class HttpSchemesTest extends UsualPorts {
    @Test
    void nodeThatHasNoTlsAnyMoreIsAskedWithoutAndFromThenOnAtOnceWhereADigestDecides() {
        FakeDataNode plain = plain();
        plain.put("/b.nc", netcdf(SIZE, 2));
        HttpFixture fixture = fixture(Map.of(), plain);
        HttpSource source = fixture.source(listener);
        assertThat(fetch(source, 1, digest(SHA256, netcdf(SIZE, 1)), https()).content(SIZE))
                .isEqualTo(netcdf(SIZE, 1));
        assertThat(fetch(source, 2, digest(SHA256, netcdf(SIZE, 2)), "https://" + host + "/b.nc")
                        .content(SIZE))
                .isEqualTo(netcdf(SIZE, 2));
        assertThat(plain.requests()).hasSize(2);
        assertThat(source.originsOf(new FileId(2), new Epoch(1)))
                .extracting(Origin::place, Origin::bytes)
                .containsExactly(tuple("http://" + host, (long) SIZE));
    }

    @Test
    void nodeThatIsPublishedWithoutTlsAndHasOnlyThatIsAskedWithIt() {
        FakeAuthority identity = FakeAuthority.ofItsOwn(host);
        FakeDataNode secure = node(new FakeDataNode(identity.serving(), host, 443));
        secure.put(PATH, netcdf(SIZE, 1));
        HttpFixture fixture = fixture(Map.of(host, NodePolicy.NONE.extraCa(identity.certificatePem())), secure);
        assertThat(fetch(fixture.source(listener), 1, "http://" + host + ":80" + PATH)
                        .content(SIZE))
                .isEqualTo(netcdf(SIZE, 1));
    }

    @Test
    void refusedCertificateIsNeverAnsweredByLeavingTlsOut() {
        FakeDataNode secure = node(new FakeDataNode(FakeAuthority.ofItsOwn(host).serving(), host, 443));
        FakeDataNode plain = plain();
        HttpFixture fixture = fixture(Map.of(), secure, plain);
        assertThat(fetch(fixture.source(listener), 1, digest(SHA256, netcdf(SIZE, 1)), https())
                        .failure
                        .code())
                .isEqualTo(ErrorCode.CERTIFICATE_REFUSED);
        assertThat(plain.connections()).isZero();
    }
}
