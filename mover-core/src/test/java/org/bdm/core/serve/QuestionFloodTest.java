package org.bdm.core.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.bdm.core.serve.AskingPeer.until;

import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import org.bdm.core.cache.BlockCache;
import org.bdm.core.cache.CacheQuota;
import org.bdm.core.cache.CacheShare;
import org.bdm.core.checksum.ChecksumAlgorithm;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.id.FileId;
import org.bdm.core.id.RequestId;
import org.bdm.core.store.FileVersion;
import org.bdm.core.store.MemoryStore;
import org.bdm.core.store.StoreContent;
import org.bdm.core.store.StorePath;
import org.bdm.core.stream.MemoryStreams;
import org.bdm.core.wire.Frame;
import org.bdm.core.wire.Frame.OfferedLimits;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A paired site that sends more than it may, of every frame that can be sent: it costs nobody else anything, and no memory. */
class QuestionFloodTest {
    private static final int MANY = 20_000;
    private static final OfferedLimits LIMITS = new OfferedLimits(256 << 10, 64L << 20, 100, 1000);

    private final MemoryStore files = new MemoryStore();
    private final FileVersion version = StoreContent.put(files, "x", StoreContent.random(500, 1));
    private final GatedStore store = new GatedStore(files);
    private final BlockCache cache = new BlockCache(64, 256 << 10);
    private final CacheShare receiving = cache.share(new CacheQuota("test", 8, 16));
    private final ServingSite site =
            new ServingSite(store, cache.share(new CacheQuota("sending", 16, 32)), LIMITS, Clock.systemUTC());
    private final MemoryStreams streams = new MemoryStreams(site::accept, 1, 0);

    @AfterEach
    void everyBlockIsBack() {
        store.let(1 << 20);
        site.close();
        streams.close();
        receiving.close();
        until(() -> cache.blocksFree() == cache.blocks());
    }

    private AskingPeer peer(String name) {
        return new AskingPeer(streams, receiving).greeted(name);
    }

    /** All frames that were sent before have been looked at. */
    private void looked(AskingPeer peer, int request) {
        peer.want(request, StorePath.ofUtf8("x"), version);
        until(() -> peer.frames.stream()
                .anyMatch(frame ->
                        frame instanceof Frame.FileEnd end && end.file().number() == request));
    }

    private AskingPeer peerAtTheDisk(String name) {
        AskingPeer peer = peer(name);
        peer.status(1);
        peer.status(2);
        until(() -> store.atTheDisk() > 0);
        return peer;
    }

    @Test
    void newTicketsThatComeFasterThanTheyAreReadReplaceEachOther() {
        AskingPeer hostile = peerAtTheDisk("hostile");
        for (int i = 0; i < MANY; i++) hostile.stream.send(new Frame.Renew(ServingSite.TICKET));
        looked(hostile, 3);
        assertThat(site.tasksWaiting()).isLessThan(10);
        store.let(2);
        until(() -> site.renewals() > 0 && hostile.count(Frame.Entries.class) == 2);
        assertThat(hostile.closed).isEmpty();
    }

    @Test
    void questionsThatAreCancelledAtOnceDoNotPileUp() {
        AskingPeer hostile = peerAtTheDisk("hostile");
        for (int i = 10; i < MANY; i += 2) {
            hostile.status(i);
            hostile.cancel(i);
        }
        looked(hostile, 3);
        assertThat(site.tasksWaiting()).isLessThan(10);
    }

    @Test
    void streamsThatAreClosedTakeTheirQuestionsWithThem() {
        peerAtTheDisk("hostile");
        for (int i = 0; i < 100; i++) {
            AskingPeer next = peer("hostile");
            for (int k = 1; k < 90; k++) next.status(k);
            looked(next, 99);
            streams.open().get(streams.open().size() - 1).cut();
            until(() -> !next.closed.isEmpty());
        }
        assertThat(site.tasksWaiting()).isLessThan(10);
    }

    @Test
    void helloWithoutAStreamDoesNotWaitForItsCheck() {
        peerAtTheDisk("hostile");
        AskingPeer blocked = peerAtTheDisk("hostile-too");
        for (int i = 0; i < 200; i++) {
            AskingPeer next = new AskingPeer(streams, receiving);
            next.hello("stranger", 0, ServingSite.TICKET);
            streams.open().get(streams.open().size() - 1).cut();
            until(() -> !next.closed.isEmpty());
        }
        assertThat(blocked.closed).isEmpty();
        assertThat(site.tasksWaiting()).isLessThan(10);
    }

    @Test
    void questionsOfOneSiteDoNotDelayThoseOfAnother() {
        List<AskingPeer> many = new ArrayList<>();
        for (int i = 0; i < 4; i++) many.add(peer("hostile"));
        for (AskingPeer each : many) {
            for (int k = 1; k < 90; k++) each.status(k);
            looked(each, 99);
        }
        until(() -> store.atTheDisk() > 0);
        AskingPeer honest = peer("honest");
        honest.status(1);
        looked(honest, 99);
        store.let(3);
        until(() -> honest.has(Frame.Entries.class));
        assertThat(many.stream()
                        .mapToLong(each -> each.count(Frame.Entries.class))
                        .sum())
                .isLessThan(3);
    }

    @Test
    void ratesThatChangeWithoutEndKeepOneTimer() {
        AskingPeer hostile = peer("hostile");
        hostile.stream.send(new Frame.Limits(1 << 20, 100, 1));
        for (int i = 1; i < 10; i++) hostile.want(i, StorePath.ofUtf8("x"), version);
        for (int i = 0; i < MANY; i++) hostile.stream.send(new Frame.Limits(1 << 20, 100, 1 + i % 7));
        hostile.stream.send(new Frame.Stat(new RequestId(99), "nothing", StorePath.ROOT));
        until(() -> hostile.has(Frame.Failure.class));
        assertThat(site.timersWaiting()).isLessThan(10);
    }

    @Test
    void digestsOfOneStreamOpenSoManyFilesAndNoMore() {
        AskingPeer hostile = peer("hostile");
        site.holdHashes();
        for (int i = 1; i < 1000; i++) {
            hostile.stream.send(new Frame.AskDigest(
                    new RequestId(i), "data", new FileId(i), StorePath.ofUtf8("x"), version, ChecksumAlgorithm.SHA256));
            int opened = Math.min(i, SessionQuestions.DIGESTS_MAX);
            until(() -> store.opened() >= opened); // one that is cancelled before it begins would not count
            hostile.cancel(i);
        }
        looked(hostile, 2000);
        assertThat(store.opened()).isLessThanOrEqualTo(SessionQuestions.DIGESTS_MAX + 1);
        assertThat(hostile.refusals()).containsOnly(ErrorCode.TOO_MANY_REQUESTS);
        site.letHashes();
    }
}
