package org.bdm.core.source.bdm;

import java.util.ArrayList;
import java.util.List;
import org.bdm.core.block.ByteRange;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.source.BlockSource;
import org.bdm.core.source.SiteSourceContract;
import org.bdm.core.source.WantedFile;
import org.bdm.core.store.MemoryStore;
import org.bdm.core.store.StorePath;
import org.bdm.core.store.WritableStore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The contract over streams in memory; every block must be back when the source is closed. */
class PeerSourceContractTest extends SiteSourceContract {
    private final MemoryStore store = new MemoryStore();
    private final PeerFixture fixture = new PeerFixture(store);
    private PeerSource source;

    @Override
    protected WritableStore store() {
        return store;
    }

    @Override
    protected BlockSource source() {
        if (source == null) source = fixture.source(listener);
        return source;
    }

    @AfterEach
    void everyBlockIsBack() {
        fixture.close();
        awaitUntil(() -> fixture.cache.blocksFree() == fixture.cache.blocks());
    }

    @Test
    void fileWithAnUnreadablePlaceFailsAndOthersArrive() {
        WantedFile small = put(1, "bad-small", 1000, true);
        WantedFile large = put(2, "bad-large", 1 << 20, false);
        WantedFile good = put(3, "good", 1000, true);
        store.faults().unreadable(StorePath.ofUtf8("bad-small"), 500);
        store.faults().unreadable(StorePath.ofUtf8("bad-large"), 700_000);
        source().want(List.of(small, large, good));
        assertFailed(small, ErrorCode.SOURCE_READ_ERROR);
        assertFailed(large, ErrorCode.SOURCE_READ_ERROR);
        assertArrived(good);
    }

    @Test
    void manyFailuresInOneGoDoNotEndTheStream() {
        WantedFile there = put(1, "there", 100, true);
        List<WantedFile> wanted = new ArrayList<>();
        for (int i = 2; i < 2000; i++) {
            wanted.add(new WantedFile(
                    id(i),
                    there.epoch(),
                    StorePath.ofUtf8("none-" + i),
                    there.expected(),
                    i % 2 == 0 ? List.of() : List.of(new ByteRange(0, 10)),
                    i % 2 == 0));
        }
        source().want(wanted);
        wanted.forEach(file -> assertFailed(file, ErrorCode.SOURCE_NOT_FOUND));
        source().want(List.of(there));
        assertArrived(there);
    }
}
