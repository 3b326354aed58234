package org.bdm.core.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.bdm.core.serve.AskingPeer.until;

import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import org.bdm.core.cache.BlockCache;
import org.bdm.core.cache.CacheQuota;
import org.bdm.core.cache.CacheShare;
import org.bdm.core.checksum.ChecksumAlgorithm;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.id.FileId;
import org.bdm.core.id.JobId;
import org.bdm.core.id.RequestId;
import org.bdm.core.store.FileVersion;
import org.bdm.core.store.MemoryStore;
import org.bdm.core.store.PlaceMode;
import org.bdm.core.store.StoreContent;
import org.bdm.core.store.StorePath;
import org.bdm.core.stream.MemoryStreams;
import org.bdm.core.wire.Features;
import org.bdm.core.wire.Frame;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A grant of a part of an export, with links followed: no link leads out of that part, whatever is asked. */
class FollowedGrantTest {
    private static final StorePath LINK = StorePath.ofUtf8("granted/out");

    private final MemoryStore store = new MemoryStore();
    private final FileVersion secret = StoreContent.put(store, "private/secret", StoreContent.random(500, 1));
    private final FileVersion open = StoreContent.put(store, "granted/open", StoreContent.random(500, 2));
    private final BlockCache cache = new BlockCache(16, 256 << 10);
    private final CacheShare receiving = cache.share(new CacheQuota("test", 4, 8));
    private final ServingSite site =
            new ServingSite(store, cache.share(new CacheQuota("sending", 4, 8)), ServingSite.LIMITS, Clock.systemUTC());
    private final MemoryStreams streams = new MemoryStreams(site::accept, 1, 0);
    private final AskingPeer peer = new AskingPeer(streams, receiving);

    @BeforeEach
    void greet() {
        link("granted/out", "../private/secret");
        link("granted/directory", "../private");
        link("granted/in", "open");
        peer.hello("b", Features.FOLLOW_LINKS, "granted".getBytes(StandardCharsets.US_ASCII));
        until(() -> peer.has(Frame.Welcome.class));
    }

    @AfterEach
    void close() {
        site.close();
        streams.close();
    }

    private void link(String path, String target) {
        store.workArea(new JobId(1))
                .placeSymbolicLink(target.getBytes(StandardCharsets.US_ASCII), StorePath.ofUtf8(path), PlaceMode.NEW);
    }

    @Test
    void statusOfALinkOutOfTheGrantIsRefused() {
        peer.stream.send(new Frame.Stat(new RequestId(1), "data", LINK));
        assertRefused();
    }

    @Test
    void listingThroughALinkOutOfTheGrantIsRefused() {
        peer.stream.send(new Frame.ListDirectory(
                new RequestId(1), "data", StorePath.ofUtf8("granted/directory"), Optional.empty(), 10));
        assertRefused();
    }

    @Test
    void bytesBehindALinkOutOfTheGrantAreRefused() {
        peer.want(1, LINK, secret);
        assertRefused();
        peer.want(2, StorePath.ofUtf8("granted/directory/secret"), secret);
        until(() -> peer.refusals().size() == 2);
        assertThat(peer.has(Frame.Block.class)).isFalse();
    }

    @Test
    void digestBehindALinkOutOfTheGrantIsRefused() {
        peer.stream.send(
                new Frame.AskDigest(new RequestId(1), "data", new FileId(1), LINK, secret, ChecksumAlgorithm.SHA256));
        assertRefused();
    }

    @Test
    void listingNamesTheLinkAndTellsNothingOfWhatIsBehindIt() {
        peer.stream.send(
                new Frame.ListDirectory(new RequestId(1), "data", StorePath.ofUtf8("granted"), Optional.empty(), 10));
        until(() -> peer.has(Frame.Entries.class));
        List<Frame.Entry> entries = peer.frames.stream()
                .filter(Frame.Entries.class::isInstance)
                .flatMap(frame -> ((Frame.Entries) frame).entries().stream())
                .filter(entry -> entry.error() != null)
                .toList();
        assertThat(entries).hasSize(2).allSatisfy(entry -> {
            assertThat(entry.error()).isEqualTo(ErrorCode.LINK_LEAVES_TREE);
            assertThat(entry.status()).isNull();
        });
    }

    @Test
    void linkInsideTheGrantIsFollowed() {
        peer.want(1, StorePath.ofUtf8("granted/in"), open);
        until(() -> peer.has(Frame.FileEnd.class));
        assertThat(peer.refusals()).isEmpty();
    }

    private void assertRefused() {
        until(() -> !peer.refusals().isEmpty());
        assertThat(peer.refusals()).containsOnly(ErrorCode.LINK_LEAVES_TREE);
    }
}
