package org.bdm.server.job.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.bdm.server.catalog.Samples.sha256;

import java.util.ArrayList;
import java.util.List;
import org.bdm.core.store.StorePath;
import org.bdm.server.look.Tree.AskedDigest;
import org.junit.jupiter.api.Test;

class ContentsUnderWayTest {
    private final ContentsUnderWay contents = new ContentsUnderWay();
    private final List<String> awaited = new ArrayList<>();

    private AskedDigest asked(String content) {
        return () -> {
            awaited.add(content);
            return sha256(content);
        };
    }

    private void add(String name, long size, String inA, String inB) {
        contents.add(StorePath.ofUtf8(name), size, asked(inA), asked(inB));
    }

    @Test
    void pairsAreJudgedInTheirOrderAndNoneIsAwaitedBefore() {
        add("same", 1, "x", "x");
        add("other", 1, "x", "y");
        assertThat(awaited).isEmpty();
        assertThat(contents.next()).isEqualTo(new ContentsUnderWay.Compared(StorePath.ofUtf8("same"), 1, true));
        assertThat(contents.next()).isEqualTo(new ContentsUnderWay.Compared(StorePath.ofUtf8("other"), 1, false));
        assertThat(contents.isEmpty()).isTrue();
    }

    @Test
    void manySmallFilesAreUnderWayOrOneLargeOne() {
        int files = 0;
        while (contents.hasRoomFor(1_000)) add("f" + files++, 1_000, "x", "x");
        assertThat(files).isEqualTo(32);
        while (!contents.isEmpty()) contents.next();

        assertThat(contents.hasRoomFor(1L << 40)).isTrue();
        add("large", 1L << 40, "x", "x");
        assertThat(contents.hasRoomFor(1)).isFalse();
        contents.next();
        assertThat(contents.hasRoomFor(1)).isTrue();
    }
}
