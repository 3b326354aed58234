package org.bdm.core.source.http;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.bdm.core.source.http.HttpFixture.netcdf;
import static org.bdm.core.source.http.HttpFixture.wanted;

import java.net.InetAddress;
import java.net.URI;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import org.bdm.core.block.ByteRange;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.replica.Copy;
import org.bdm.core.source.RecordingSourceListener;
import org.bdm.core.source.RecordingSourceListener.Received;
import org.bdm.core.source.WantedFile;
import org.bdm.core.source.http.node.AddressGuard;
import org.bdm.core.source.http.node.HttpLoops;
import org.bdm.core.source.http.node.HttpNodes;
import org.bdm.core.source.http.node.HttpOrigin;
import org.bdm.core.source.http.node.HttpSettings;
import org.bdm.core.source.http.node.NodePolicies;
import org.bdm.core.source.http.node.NodePolicy;
import org.bdm.core.source.http.node.NodeView;
import org.bdm.core.source.http.question.HttpLook;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Certificates, tokens, addresses. */
class HttpSecurityTest {
    private static final int SIZE = 100_000;
    private static final String PATH = "/a.nc";

    private final RecordingSourceListener listener = new RecordingSourceListener();
    private final List<AutoCloseable> open = new ArrayList<>();

    @AfterEach
    void everyBlockIsBack() throws Exception {
        for (AutoCloseable each : open) each.close();
    }

    @Test
    void certificateThatNobodyKnowsIsRefusedAndTheNodeLeftAlone() throws Exception {
        FakeDataNode node = tlsNode(FakeAuthority.ofItsOwn("127.0.0.1"));
        HttpFixture fixture = fixture(Map.of(), node);
        assertThat(fetch(fixture, node.put(PATH, netcdf(SIZE, 1))).failure.code())
                .isEqualTo(ErrorCode.CERTIFICATE_REFUSED);
        NodeView view = fixture.nodes.view().get(0);
        assertThat(view.nextTry()).isPresent();
        assertThat(view.trouble().orElseThrow()).contains("certificate");
        assertThat(node.requests()).isEmpty();
    }

    @Test
    void certificateOfAnExtraCaIsAccepted() throws Exception {
        FakeAuthority identity = FakeAuthority.ofItsOwn("127.0.0.1");
        FakeDataNode node = tlsNode(identity);
        HttpFixture fixture = fixture(Map.of(node.authority(), trusting(identity)), node);
        assertThat(fetch(fixture, node.put(PATH, netcdf(SIZE, 1))).content(SIZE))
                .isEqualTo(netcdf(SIZE, 1));
    }

    @Test
    void certificateOfAnotherHostIsRefused() throws Exception {
        FakeAuthority identity = FakeAuthority.ofItsOwn("192.0.2.7");
        FakeDataNode node = tlsNode(identity);
        HttpFixture fixture = fixture(Map.of(node.authority(), trusting(identity)), node);
        assertThat(fetch(fixture, node.put(PATH, netcdf(SIZE, 1))).failure.code())
                .isEqualTo(ErrorCode.CERTIFICATE_REFUSED);
        assertThat(node.requests()).isEmpty();
    }

    @Test
    void certificateThatHasExpiredIsRefused() {
        FakeAuthority root = FakeAuthority.root("root");
        FakeDataNode node = tlsNode(root.node("127.0.0.1", Instant.now().minusSeconds(60)));
        HttpFixture fixture = fixture(Map.of(node.authority(), trusting(root)), node);
        Received received = fetch(fixture, node.put(PATH, netcdf(SIZE, 1)));
        assertThat(received.failure.code()).isEqualTo(ErrorCode.CERTIFICATE_REFUSED);
        assertThat(received.failure.detail()).contains("NotAfter");
        assertThat(node.requests()).isEmpty();
    }

    @Test
    void chainThatTheNodeDoesNotSendWholeIsRefusedUntilItsMissingPartIsAdded() {
        FakeAuthority root = FakeAuthority.root("root");
        FakeAuthority intermediate = root.intermediate("intermediate");
        FakeDataNode node = tlsNode(intermediate.node("127.0.0.1", Instant.now().plusSeconds(3600)));
        URI location = node.put(PATH, netcdf(SIZE, 1));
        HttpFixture careful = fixture(Map.of(node.authority(), trusting(root)), node);
        assertThat(fetch(careful, location).failure.code()).isEqualTo(ErrorCode.CERTIFICATE_REFUSED);
        listener.again(wanted(1, SIZE).file());
        HttpFixture mended = fixture(Map.of(node.authority(), trusting(intermediate)), node);
        assertThat(fetch(mended, location).content(SIZE)).isEqualTo(netcdf(SIZE, 1));
    }

    @Test
    void clientCertificateIsShownToTheNodeForWhichItIsConfigured() {
        FakeAuthority identity = FakeAuthority.ofItsOwn("127.0.0.1");
        FakeAuthority people = FakeAuthority.root("people");
        FakeAuthority person = people.node("192.0.2.1", Instant.now().plusSeconds(3600));
        FakeDataNode node = node(FakeDataNode.askingForClientCertificates(identity.serving(people)));
        URI location = node.put(PATH, netcdf(SIZE, 1));
        NodePolicy known = trusting(identity).client(person.certificatePem() + person.keyPem());
        assertThat(fetch(fixture(Map.of(node.authority(), known), node), location)
                        .content(SIZE))
                .isEqualTo(netcdf(SIZE, 1));
        listener.again(wanted(1, SIZE).file());
        listener.of(wanted(1, SIZE).file()).ranges.remove(new ByteRange(0, SIZE));
        Received unknown = fetch(fixture(Map.of(node.authority(), trusting(identity)), node), location);
        assertThat(unknown.failure.code()).as(unknown.failure.detail()).isEqualTo(ErrorCode.LOGIN_NEEDED);
    }

    @Test
    void tokenGoesToItsNodeOverTlsAndNeverFurther() throws Exception {
        FakeAuthority identity = FakeAuthority.ofItsOwn("127.0.0.1");
        FakeDataNode node = tlsNode(identity);
        FakeDataNode other = plainNode();
        NodePolicy policy = trusting(identity).token("secret-token").plainHttp(true);
        HttpFixture fixture = fixture(Map.of(node.authority(), policy), node, other);
        other.put("/real.nc", netcdf(SIZE, 1));
        node.always(PATH, FakeAnswer.redirect(302, other.url("/real.nc").toString()));
        assertThat(fetch(fixture, node.url(PATH)).content(SIZE)).isEqualTo(netcdf(SIZE, 1));
        assertThat(node.requests().get(0).fields()).containsEntry("authorization", "Bearer secret-token");
        assertThat(other.requests().get(0).fields()).doesNotContainKey("authorization");
        assertThat(policy.toString()).doesNotContain("secret");
    }

    /** Refused before a byte is sent, at the first node and behind a redirect; other nodes with a login, and those without, are asked. */
    @Tag("A1")
    @Test
    void whoMayNotUseALoginDoesNotGetToItsNode() {
        FakeDataNode secret = plainNode();
        FakeDataNode lent = plainNode();
        FakeDataNode open = plainNode();
        HttpFixture fixture =
                fixture(Map.of(secret.authority(), token(true), lent.authority(), token(true)), secret, lent, open);
        HttpNodes theirs = fixture.nodes.withLoginsAt(lent.authority()::equals);
        secret.put(PATH, netcdf(SIZE, 1));
        lent.put(PATH, netcdf(SIZE, 1));
        open.put(PATH, netcdf(SIZE, 1));
        open.always("/away.nc", FakeAnswer.redirect(302, secret.url(PATH).toString()));
        HttpLook looks = new HttpLook(theirs);
        for (URI refused : List.of(secret.url(PATH), open.url("/away.nc"))) {
            assertThat(looks.look(new Copy(refused, 0)).toCompletableFuture())
                    .failsWithin(10, SECONDS)
                    .withThrowableThat()
                    .havingCause()
                    .isInstanceOfSatisfying(
                            MoverException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.NOT_ALLOWED));
        }
        assertThat(secret.connections()).isZero();
        for (URI allowed : List.of(lent.url(PATH), open.url(PATH)))
            assertThat(looks.look(new Copy(allowed, 0)).toCompletableFuture()).succeedsWithin(10, SECONDS);
        assertThat(lent.requests().get(0).fields()).containsEntry("authorization", "Bearer t");
        assertThat(new HttpLook(fixture.nodes)
                        .look(new Copy(secret.url(PATH), 0))
                        .toCompletableFuture())
                .succeedsWithin(10, SECONDS);
    }

    @Test
    void aChangedPolicyCountsFromTheNextRequestOn() throws Exception {
        FakeAuthority identity = FakeAuthority.ofItsOwn("127.0.0.1");
        FakeDataNode node = tlsNode(identity);
        HttpFixture fixture =
                fixture(Map.of(node.authority(), trusting(identity).token("first")), node);
        fetch(fixture, node.put(PATH, netcdf(SIZE, 1)));
        fixture.nodes.policies(
                Map.of(node.authority(), trusting(identity).token("second").connections(1)));
        listener.again(wanted(1, SIZE).file());
        listener.of(wanted(1, SIZE).file()).ranges.remove(new ByteRange(0, SIZE));
        fetch(fixture, node.url(PATH));
        assertThat(node.requests())
                .extracting(request -> request.fields().get("authorization"))
                .containsExactly("Bearer first", "Bearer second");
        assertThat(node.connections()).as("the idle connection was closed").isEqualTo(2);
        assertThat(fixture.nodes.view().get(0).connectionsConfigured()).isEqualTo(1);
    }

    @Test
    void aConnectionThatWasInUseWhenThePolicyChangedIsNotUsedAgain() throws Exception {
        FakeAuthority identity = FakeAuthority.ofItsOwn("127.0.0.1");
        FakeDataNode node = tlsNode(identity);
        HttpFixture fixture =
                fixture(Map.of(node.authority(), trusting(identity).token("first")), node);
        URI location = node.put(PATH, netcdf(SIZE, 1));
        CountDownLatch changed = new CountDownLatch(1);
        node.next(PATH, FakeAnswer.pausedAfter(SIZE / 2, changed));
        WantedFile file = wanted(1, SIZE, location);
        fixture.source(listener).want(List.of(file));
        TwoDataNodes.until(() -> !node.requests().isEmpty());
        fixture.nodes.policies(
                Map.of(node.authority(), trusting(identity).token("second").connections(1)));
        changed.countDown();
        TwoDataNodes.until(() -> listener.of(file.file()).isOver());
        listener.again(file.file());
        listener.of(file.file()).ranges.remove(new ByteRange(0, SIZE));
        fetch(fixture, location);
        assertThat(node.requests())
                .extracting(request -> request.fields().get("authorization"))
                .containsExactly("Bearer first", "Bearer second");
        assertThat(node.connections()).isEqualTo(2);
    }

    @Test
    void aNodeIsAskedAgainAtOnceWhenItsCertificateIsTrusted() throws Exception {
        FakeAuthority identity = FakeAuthority.ofItsOwn("127.0.0.1");
        FakeDataNode node = tlsNode(identity);
        HttpFixture fixture = fixture(Map.of(), node);
        URI location = node.put(PATH, netcdf(SIZE, 1));
        fixture.nodes.node(node.authority()).failed("its certificate is not trusted", true);
        assertThat(fixture.nodes.node(node.authority()).isBreakerOpen()).isTrue();
        fixture.nodes.policies(Map.of(node.authority(), trusting(identity)));
        assertThat(fixture.nodes.node(node.authority()).isBreakerOpen()).isFalse();
        assertThat(fetch(fixture, location).content(SIZE)).isEqualTo(netcdf(SIZE, 1));
    }

    @Test
    void tokenIsNotSentWithoutTlsUnlessThatIsSaid() {
        FakeDataNode careful = plainNode();
        FakeDataNode careless = plainNode();
        HttpFixture fixture = fixture(
                Map.of(careful.authority(), token(false), careless.authority(), token(true)), careful, careless);
        fetch(fixture, careful.put(PATH, netcdf(SIZE, 1)));
        assertThat(careful.requests().get(0).fields()).doesNotContainKey("authorization");
        listener.again(wanted(1, SIZE).file());
        listener.of(wanted(1, SIZE).file()).ranges.remove(new ByteRange(0, SIZE));
        fetch(fixture, careless.put(PATH, netcdf(SIZE, 1)));
        assertThat(careless.requests().get(0).fields()).containsEntry("authorization", "Bearer t");
    }

    @Test
    void nameThatChangesItsAddressIsLookedAtForEveryConnection() throws Exception {
        FakeDataNode inside = plainNode();
        List<List<InetAddress>> answers = new ArrayList<>(List.of(
                List.of(InetAddress.getByName("127.0.0.1")), List.of(InetAddress.getByName("169.254.169.254"))));
        HttpLoops loops = new HttpLoops(1);
        open.add(loops);
        HttpNodes nodes = new HttpNodes(
                new HttpSettings("t", 1, new NodePolicies(Map.of()), HttpFixture.TIMING),
                new AddressGuard(List.of()),
                host -> answers.remove(0),
                loops,
                new HttpNodes.Environment(InstantSource.system(), System::nanoTime, new Random(1)));
        HttpOrigin origin = HttpOrigin.of(URI.create("http://rebinding.example:" + inside.port() + PATH));
        for (int i = 0; i < 2; i++) {
            assertThat(nodes.dial(origin, nodes.nextLoop()))
                    .failsWithin(10, SECONDS)
                    .withThrowableThat()
                    .withMessageContaining("not a public address");
        }
        assertThat(inside.connections()).isZero();
    }

    private static NodePolicy token(boolean overPlainHttp) {
        return NodePolicy.NONE.token("t").plainToken(overPlainHttp);
    }

    private static NodePolicy trusting(FakeAuthority identity) {
        return NodePolicy.NONE.extraCa(identity.certificatePem());
    }

    private HttpFixture fixture(Map<String, NodePolicy> policies, FakeDataNode... nodes) {
        HttpFixture fixture = new HttpFixture(16, 4, policies, nodes);
        open.add(0, fixture);
        return fixture;
    }

    private FakeDataNode plainNode() {
        FakeDataNode node = new FakeDataNode();
        open.add(node);
        return node;
    }

    private FakeDataNode tlsNode(FakeAuthority identity) {
        return node(new FakeDataNode(identity.serving()));
    }

    private FakeDataNode node(FakeDataNode node) {
        open.add(node);
        return node;
    }

    private Received fetch(HttpFixture fixture, URI location) {
        var file = wanted(1, SIZE, location);
        fixture.source(listener).want(List.of(file));
        await().pollInterval(5, MILLISECONDS)
                .atMost(15, SECONDS)
                .until(() -> listener.of(file.file()).isOver());
        return listener.of(file.file());
    }
}
