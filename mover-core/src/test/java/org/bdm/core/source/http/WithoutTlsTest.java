package org.bdm.core.source.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.bdm.core.checksum.ChecksumAlgorithm.MD5;
import static org.bdm.core.checksum.ChecksumAlgorithm.SHA256;
import static org.bdm.core.source.http.HttpFixture.netcdf;

import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.id.Epoch;
import org.bdm.core.id.FileId;
import org.bdm.core.replica.Copy;
import org.bdm.core.source.RecordingSourceListener.Received;
import org.bdm.core.source.http.node.NodePolicy;
import org.bdm.core.source.http.question.HttpLook;
import org.bdm.core.transfer.Origin;
import org.junit.jupiter.api.Test;

/** What was published with https is taken without TLS only where a digest decides, or the policy of its node says so. */
class WithoutTlsTest extends UsualPorts {
    private static final FileId FIRST = new FileId(1);
    private static final Epoch ONCE = new Epoch(1);

    @Test
    void fileWithoutADigestIsNotAskedForOnPort80() {
        FakeDataNode plain = plain();
        assertRefused(fetch(fixture(Map.of(), plain).source(listener), 1, https()), plain);
    }

    @Test
    void digestOfWhichTwoContentsCanBeMadeDecidesNothing() {
        FakeDataNode plain = plain();
        assertRefused(
                fetch(fixture(Map.of(), plain).source(listener), 1, digest(MD5, netcdf(SIZE, 1)), https()), plain);
    }

    @Test
    void whatOneFileMayDoAnotherMayNotAndDoesNotHarmTheFirst() {
        FakeDataNode plain = plain();
        HttpFixture fixture = fixture(Map.of(), plain);
        HttpSource source = fixture.source(listener);
        fetch(source, 1, digest(SHA256, netcdf(SIZE, 1)), https());
        int asked = plain.requests().size();
        for (int i = 2; i < 7; i++) {
            Received refused = fetch(source, i, https());
            assertThat(refused.failure.code()).isEqualTo(ErrorCode.DATA_NODE_UNREACHABLE);
        }
        assertThat(plain.requests()).hasSize(asked);
        assertThat(fixture.nodes.view().get(0).nextTry()).isEmpty();
        assertThat(fetch(source, 7, digest(SHA256, netcdf(SIZE, 1)), https()).content(SIZE))
                .isEqualTo(netcdf(SIZE, 1));
    }

    @Test
    void policyOfTheNodeAllowsItAndTheOriginSaysSo() {
        FakeDataNode plain = plain();
        HttpSource source =
                fixture(Map.of(host, NodePolicy.NONE.plainHttp(true)), plain).source(listener);
        assertThat(fetch(source, 1, https()).content(SIZE)).isEqualTo(netcdf(SIZE, 1));
        assertThat(source.originsOf(FIRST, ONCE))
                .extracting(Origin::place, Origin::bytes)
                .containsExactly(tuple("http://" + host, (long) SIZE));
    }

    @Test
    void listThatNamesAHostUnderBothSchemesIsNoWayAround() {
        FakeDataNode plain = plain();
        String other = "http://" + host + "/thredds/a.nc";
        plain.put("/thredds/a.nc", netcdf(SIZE, 1));
        HttpFixture fixture = fixture(Map.of(), plain);
        HttpSource source = fixture.source(listener);
        assertRefused(fetch(source, 1, "http://" + host + PATH, https(), other), plain);
        fixture.turn(Duration.ofMinutes(1));
        assertThat(fetch(source, 2, digest(SHA256, netcdf(SIZE, 1)), "http://" + host + PATH, https())
                        .content(SIZE))
                .isEqualTo(netcdf(SIZE, 1));
    }

    @Test
    void redirectOutOfTlsIsNotFollowed() {
        FakeDataNode plain = plain();
        FakeAuthority identity = FakeAuthority.ofItsOwn(host);
        FakeDataNode secure = node(new FakeDataNode(identity.serving(), host, 443));
        for (int status : new int[] {301, 302, 308}) {
            secure.next(PATH, FakeAnswer.redirect(status, "http://" + host + PATH));
        }
        HttpSource source = fixture(trusting(identity), secure, plain).source(listener);
        for (int i = 1; i < 4; i++) {
            Received refused = fetch(source, i, https());
            assertThat(refused.failure.code()).isEqualTo(ErrorCode.PLAIN_HTTP_REFUSED);
            assertThat(refused.failure.detail()).contains("plain-http");
        }
        assertThat(plain.connections()).isZero();
    }

    @Test
    void redirectOutOfTlsIsFollowedWhereADigestDecidesAndTheOriginSaysSo() {
        FakeDataNode plain = plain();
        FakeAuthority identity = FakeAuthority.ofItsOwn(host);
        FakeDataNode secure = node(new FakeDataNode(identity.serving(), host, 443));
        secure.always(PATH, FakeAnswer.redirect(302, "http://" + host + PATH));
        HttpSource source = fixture(trusting(identity), secure, plain).source(listener);
        assertThat(fetch(source, 1, digest(SHA256, netcdf(SIZE, 1)), https()).content(SIZE))
                .isEqualTo(netcdf(SIZE, 1));
        assertThat(source.originsOf(FIRST, ONCE))
                .extracting(Origin::place, Origin::bytes)
                .containsExactly(tuple("http://" + host, (long) SIZE));
    }

    @Test
    void wayThatLeavesTlsAndComesBackIsNotFollowed() {
        FakeDataNode plain = plain();
        FakeAuthority identity = FakeAuthority.ofItsOwn(host);
        FakeDataNode secure = node(new FakeDataNode(identity.serving(), host, 443));
        secure.put("/end.nc", netcdf(SIZE, 1));
        secure.always(PATH, FakeAnswer.redirect(302, "http://" + host + PATH));
        plain.always(PATH, FakeAnswer.redirect(302, "https://" + host + "/end.nc"));
        HttpSource source = fixture(trusting(identity), secure, plain).source(listener);
        assertThat(fetch(source, 1, https()).failure.code()).isEqualTo(ErrorCode.PLAIN_HTTP_REFUSED);
    }

    @Test
    void restOfAFileThatBeganWithTlsDoesNotComeWithout() {
        FakeDataNode plain = plain();
        FakeAuthority identity = FakeAuthority.ofItsOwn(host);
        FakeDataNode secure = node(new FakeDataNode(identity.serving(), host, 443));
        secure.put(PATH, netcdf(SIZE, 1));
        secure.next(PATH, FakeAnswer.cutAfter(SIZE / 2), FakeAnswer.redirect(307, "http://" + host + PATH));
        HttpSource source = fixture(trusting(identity), secure, plain).source(listener);
        assertThat(fetch(source, 1, https()).failure.code()).isEqualTo(ErrorCode.PLAIN_HTTP_REFUSED);
        assertThat(plain.connections()).isZero();
    }

    @Test
    void nodeThatPublishesWithoutTlsAndGoesUpIsFollowed() {
        FakeAuthority identity = FakeAuthority.ofItsOwn(host);
        FakeDataNode secure = node(new FakeDataNode(identity.serving(), host, 443));
        secure.put(PATH, netcdf(SIZE, 1));
        FakeDataNode plain = plain();
        plain.always(PATH, FakeAnswer.redirect(301, https()));
        HttpSource source = fixture(trusting(identity), secure, plain).source(listener);
        assertThat(fetch(source, 1, "http://" + host + PATH).content(SIZE)).isEqualTo(netcdf(SIZE, 1));
        assertThat(source.originsOf(FIRST, ONCE))
                .extracting(Origin::place, Origin::bytes)
                .containsExactly(tuple(host, (long) SIZE));
    }

    @Test
    void sizeIsNotAskedForOnPort80() {
        FakeDataNode plain = plain();
        HttpLook look = new HttpLook(fixture(Map.of(), plain).nodes);
        Copy copy = new Copy(URI.create(https()), 0);
        assertThat(look.look(copy).toCompletableFuture())
                .failsWithin(Duration.ofSeconds(10))
                .withThrowableThat()
                .withMessageContaining("http is not tried instead");
        assertThat(plain.connections()).isZero();
        Optional<Checksum> known = digest(SHA256, netcdf(SIZE, 1));
        assertThat(look.look(copy.decidedBy(known)).toCompletableFuture())
                .succeedsWithin(Duration.ofSeconds(10))
                .satisfies(found -> assertThat(found.status().version().size()).isEqualTo(SIZE));
    }

    private Map<String, NodePolicy> trusting(FakeAuthority identity) {
        return Map.of(host, NodePolicy.NONE.extraCa(identity.certificatePem()));
    }

    private static void assertRefused(Received received, FakeDataNode plain) {
        assertThat(received.failure).isNotNull();
        assertThat(received.failure.code()).isEqualTo(ErrorCode.DATA_NODE_UNREACHABLE);
        assertThat(received.failure.detail()).contains("http is not tried instead", "plain-http");
        assertThat(plain.connections()).isZero();
    }
}
