package org.bdm.core.writer;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.bdm.core.block.ByteRange;
import org.bdm.core.id.Epoch;
import org.bdm.core.journal.DurableBlock;
import org.bdm.core.journal.FileHistory;
import org.bdm.core.store.StoreCall;
import org.bdm.core.store.WritableFile;
import org.junit.jupiter.api.Test;

/** What a process left that may wake and write into it. */
class KeptCopyTest extends WriterFixture {
    private static final String LEFT = "1-1.left";
    private static final String OWN = "1-2.part";

    private final byte[] content = content(3 * BLOCK);

    private void resumed(WritableFile former, DurableBlock... durable) {
        FileHistory history = new FileHistory(
                FILE,
                EPOCH,
                former.inode(),
                Optional.of(version(content.length)),
                List.of(durable),
                0,
                0,
                Optional.empty());
        writer.resume(file(FILE, EPOCH, content.length), history);
        assertThat(next()).isEqualTo("opened 1-2");
    }

    private DurableBlock good(ByteRange range) {
        return new DurableBlock(range, OptionalInt.of(crc32c(content, range)));
    }

    private static DurableBlock wrong(ByteRange range) {
        return new DurableBlock(range, OptionalInt.of(4711));
    }

    private byte[] bytes(String name, ByteRange range) {
        ByteBuffer bytes = ByteBuffer.allocate((int) range.length());
        try (WritableFile file = area.open(name).orElseThrow()) {
            file.read(range.offset(), bytes);
        }
        return bytes.array();
    }

    private byte[] contentOf(ByteRange range) {
        return java.util.Arrays.copyOfRange(content, (int) range.offset(), (int) range.endExclusive());
    }

    @Test
    void itsRightBlocksGoOnInAFileOfOurOwn() {
        try (WritableFile former = area.create(LEFT)) {
            former.write(0, ByteBuffer.wrap(content));
            resumed(former, good(block(0)), wrong(block(1)), good(block(2)));

            assertThat(opened.epoch()).isEqualTo(new Epoch(2));
            assertThat(opened.surviving()).containsExactly(block(0), block(2));
            assertThat(opened.damaged()).containsExactly(block(1));
            assertThat(area.names()).contains(OWN).doesNotContain(LEFT);

            former.write(0, ByteBuffer.wrap(new byte[BLOCK])); // it wakes
            assertThat(bytes(OWN, block(0))).isEqualTo(contentOf(block(0)));
            assertThat(bytes(OWN, block(2))).isEqualTo(contentOf(block(2)));
        }
        opened.temporary().close();
    }

    @Test
    void afterADeathTheCopyIsKnownAndNothingCountsAsReceived() {
        try (WritableFile former = area.create(LEFT)) {
            former.write(0, ByteBuffer.wrap(content, 0, 2 * BLOCK));
            former.resize(content.length);
            resumed(former, good(block(0)), new DurableBlock(block(2), OptionalInt.empty()));
        }
        store.restart();

        FileHistory known = history();
        assertThat(known.epoch()).isEqualTo(new Epoch(2));
        assertThat(known.bytesReceived()).isZero();
        assertThat(known.bytesKept()).isEqualTo(BLOCK);
        assertThat(known.durable()).extracting(DurableBlock::range).containsExactlyInAnyOrder(block(0), block(2));
        opened.temporary().close();
    }

    @Test
    void theCopyIsDurableBeforeItIsRecordedAndTheFormerFileGoesLast() {
        try (WritableFile former = area.create(LEFT)) {
            former.write(0, ByteBuffer.wrap(content));
            int before = store.calls().size();
            resumed(former, good(block(0)));
            List<String> calls = store.calls().subList(before, store.calls().size()).stream()
                    .map(StoreCall::toString)
                    .toList();
            assertThat(calls)
                    .containsSubsequence(
                            "FORCE job-7/" + OWN,
                            "WRITE job-7/chunk-0.journal",
                            "FORCE job-7/chunk-0.journal",
                            "DELETE job-7/" + LEFT);
        }
        opened.temporary().close();
    }
}
