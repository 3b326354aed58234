package org.bdm.server.job.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.bdm.core.control.plan.PlanLinksView;
import org.bdm.core.store.EntryIdentity;
import org.bdm.core.store.FileKind;
import org.bdm.core.store.FileStatus;
import org.bdm.core.store.FileVersion;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Which names of a source become files that it does not have. */
@Tag("T4")
class HardLinksTest {
    private final HardLinks links = new HardLinks(false);

    private static FileStatus file(long device, long inode, int names) {
        FileVersion version = new FileVersion(2, Instant.EPOCH, Instant.EPOCH, inode);
        EntryIdentity identity = names == 1 ? null : new EntryIdentity(device, names);
        return new FileStatus(FileKind.FILE, version, 0644, null, identity);
    }

    @Test
    void eachNameButOneOfAFileIsOneMore() {
        for (int version = 0; version < 2; version++) {
            for (int inode = 1; inode <= 18; inode++) links.seen(file(1, inode, 2), true);
            links.seen(file(1, 100 + version, 1), true);
        }
        assertThat(links.view()).isEqualTo(new PlanLinksView(18, 36, false));
    }

    @Test
    void aFileThatTheDestinationHasNeedsNoFurtherNameInWhateverOrder() {
        links.seen(file(1, 1, 2), false);
        links.seen(file(1, 1, 2), true);
        links.seen(file(1, 2, 3), true);
        links.seen(file(1, 2, 3), true);
        links.seen(file(1, 2, 3), false);
        assertThat(links.view()).isEqualTo(new PlanLinksView(3, 6, false));
    }

    @Test
    void otherFilesAreNotTakenForNamesOfOne() {
        links.seen(file(1, 1, 2), true);
        links.seen(file(2, 1, 2), true); // on another device
        links.seen(file(1, 3, 1), true);
        links.seen(file(1, 3, 1), true); // told twice, without other names
        links.seen(file(1, 0, 2), true);
        links.seen(file(1, 0, 2), true); // a file system whose numbers say nothing
        links.nextSource();
        links.seen(file(1, 1, 2), true); // of another machine
        assertThat(links.view()).isNull();
    }

    @Test
    void keptNamesAreNotMovedButTheFirst() {
        HardLinks kept = new HardLinks(true);
        assertThat(kept.seen(file(1, 1, 3), true)).isFalse();
        assertThat(kept.seen(file(1, 1, 3), true)).isTrue();
        assertThat(kept.seen(file(1, 2, 2), false)).isFalse();
        assertThat(kept.seen(file(1, 2, 2), true)).isTrue();
        assertThat(kept.seen(file(1, 3, 2), true)).isFalse();
        assertThat(kept.seen(file(1, 3, 2), false))
                .as("the first may be moved before this one is seen")
                .isFalse();
        assertThat(kept.view()).isEqualTo(new PlanLinksView(2, 4, true));
    }
}
