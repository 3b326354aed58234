package org.bdm.core.source;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.checksum.ChecksumAlgorithm;
import org.bdm.core.checksum.RunningDigest;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.id.Epoch;
import org.bdm.core.store.DirectoryEntry;
import org.bdm.core.store.DirectoryPage;
import org.bdm.core.store.FileName;
import org.bdm.core.store.StorePath;
import org.junit.jupiter.api.Test;

/** What every source does, and what one does besides that is a place itself: it lists, packs small files, and computes digests. */
public abstract class SiteSourceContract extends BlockSourceContract {
    private static final int MIB = 1 << 20;

    @Test
    void bringsSmallFilesManyToABlock() {
        List<WantedFile> wanted = new ArrayList<>();
        for (int i = 1; i <= 300; i++) wanted.add(put(i, "small/" + i + ".nc", i % 7 == 0 ? 0 : 10 * i, true));
        source().want(wanted);
        wanted.forEach(this::assertArrived);
        assertThat(listener.packs()).isLessThan(100);
    }

    @Test
    void directoryIsNotAFile() {
        WantedFile inside = put(1, "directory/file", 1000, true);
        WantedFile directory =
                new WantedFile(id(2), new Epoch(1), StorePath.ofUtf8("directory"), inside.expected(), List.of(), true);
        source().want(List.of(directory));
        assertFailed(directory, ErrorCode.IS_A_DIRECTORY);
    }

    @Test
    void statusTellsWhatIsUnderAPath() throws Exception {
        WantedFile wanted = put(1, "a/b.nc", 1000, true);
        DirectoryEntry entry = get(source().status(wanted.path())).orElseThrow();
        assertThat(entry.name()).isEqualTo(FileName.ofUtf8("b.nc"));
        assertThat(entry.status()).isNotNull();
        assertThat(entry.status().version()).isEqualTo(wanted.expected());
        assertThat(get(source().status(StorePath.ofUtf8("a/none")))).isEmpty();
        assertThat(get(source().status(StorePath.ROOT))).isPresent();
    }

    @Test
    void listingGoesOnAfterItsCursor() throws Exception {
        for (int i = 0; i < 25; i++) put(i + 1, "d/f" + (char) ('a' + i), i, true);
        StorePath directory = StorePath.ofUtf8("d");
        List<String> names = new ArrayList<>();
        Optional<FileName> cursor = Optional.empty();
        DirectoryPage page;
        do {
            page = get(source().list(directory, cursor, 10));
            for (DirectoryEntry entry : page.entries()) names.add(entry.name().shown());
            cursor = Optional.of(page.entries().get(page.entries().size() - 1).name());
        } while (!page.isLast());
        assertThat(names).hasSize(25).isSorted().doesNotHaveDuplicates();
    }

    @Test
    void listingOfWhatIsNotThereFails() {
        assertFails(source().list(StorePath.ofUtf8("none"), Optional.empty(), 10), ErrorCode.SOURCE_NOT_FOUND);
    }

    @Test
    void digestIsComputedAtTheSource() throws Exception {
        WantedFile wanted = put(1, "x.nc", 2 * MIB, false);
        Checksum digest = get(source().digest(id(1), wanted.path(), wanted.expected(), ChecksumAlgorithm.SHA256));
        RunningDigest own = RunningDigest.of(ChecksumAlgorithm.SHA256);
        own.update(ByteBuffer.wrap(content(wanted)));
        assertThat(digest).isEqualTo(own.finish());
    }

    @Test
    void digestOfAChangedFileFails() {
        WantedFile wanted = put(1, "x.nc", 1000, false);
        put(1, "x.nc", 1001, false);
        assertFails(
                source().digest(id(1), wanted.path(), wanted.expected(), ChecksumAlgorithm.SHA256),
                ErrorCode.SOURCE_CHANGED);
    }
}
