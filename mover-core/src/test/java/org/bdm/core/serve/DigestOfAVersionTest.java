package org.bdm.core.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.bdm.core.serve.AskingPeer.until;

import java.time.Clock;
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
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A digest is of the version that was asked for: that of another one would prove bytes that nobody has. */
class DigestOfAVersionTest {
    private final MemoryStore store = new MemoryStore();
    private final FileVersion now = StoreContent.put(store, "x", StoreContent.random(500, 1));
    private final BlockCache cache = new BlockCache(16, 256 << 10);
    private final CacheShare receiving = cache.share(new CacheQuota("test", 4, 8));
    private final ServingSite site =
            new ServingSite(store, cache.share(new CacheQuota("sending", 4, 8)), ServingSite.LIMITS, Clock.systemUTC());
    private final MemoryStreams streams = new MemoryStreams(site::accept, 1, 0);
    private final AskingPeer peer = new AskingPeer(streams, receiving).greeted("b");

    @AfterEach
    void close() {
        site.close();
        streams.close();
    }

    private void ask(FileVersion expected) {
        peer.stream.send(new Frame.AskDigest(
                new RequestId(1), "data", new FileId(1), StorePath.ofUtf8("x"), expected, ChecksumAlgorithm.SHA256));
    }

    @Test
    void digestOfTheVersionThatIsThereIsTold() {
        ask(now);
        until(() -> peer.has(Frame.DigestAnswer.class));
        assertThat(peer.refusals()).isEmpty();
    }

    @Test
    void digestOfAFileThatWasWrittenSinceIsRefusedEvenIfItsTimeWasRestored() {
        ask(new FileVersion(now.size(), now.modified(), now.changed().minusNanos(1), now.inode()));
        until(() -> peer.has(Frame.Failure.class) || peer.has(Frame.DigestAnswer.class));
        assertThat(peer.refusals()).containsExactly(ErrorCode.SOURCE_CHANGED);
    }
}
