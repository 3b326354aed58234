package org.bdm.core.store.object;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.store.BatchOpen;
import org.bdm.core.store.DirectoryEntry;
import org.bdm.core.store.FileStatus;
import org.bdm.core.store.ReadableFile;
import org.bdm.core.store.StoreContent;
import org.bdm.core.store.StorePath;
import org.junit.jupiter.api.Test;

class ObjectFileTest {
    private static final StorePath PATH = StorePath.ofUtf8("tas.nc");
    private static final int SLICE = 256 << 10;

    private final MapBucket bucket = new MapBucket();
    private final ObjectStore store = new ObjectStore(bucket, "");

    @Test
    void readsAnyPartIntoDirectAndHeapBuffersAtTheirPosition() {
        bucket.put("tas.nc", "0123456789");
        try (ReadableFile file = store.open(PATH)) {
            for (ByteBuffer buffer : List.of(ByteBuffer.allocate(8), ByteBuffer.allocateDirect(8))) {
                buffer.put((byte) '<').limit(5);
                assertThat(file.read(3, buffer)).isEqualTo(4);
                assertThat(buffer.position()).isEqualTo(5);
                assertThat(buffer.limit()).isEqualTo(5);
                assertThat(buffer.get(1)).isEqualTo((byte) '3');
            }
            assertThat(file.read(8, ByteBuffer.allocate(5))).isEqualTo(2);
            assertThat(file.read(10, ByteBuffer.allocate(1))).isZero();
            assertThat(file.read(99, ByteBuffer.allocate(1))).isZero();
        }
    }

    @Test
    void listingLookAndOpenAgreeOnTheVersion() {
        bucket.put("tas.nc", "0123456789");
        bucket.put("empty.nc", "");
        for (DirectoryEntry entry : store.list(StorePath.ROOT, null, 10).entries()) {
            StorePath path = StorePath.ROOT.child(entry.name());
            FileStatus looked = store.status(path).orElseThrow();
            assertThat(looked.version()).isEqualTo(entry.status().version());
            try (ReadableFile file = store.open(path)) {
                assertThat(file.statusWhenOpened().version()).isEqualTo(looked.version());
                assertThat(file.status().version()).isEqualTo(looked.version());
            }
        }
        FileStatus before = store.status(PATH).orElseThrow();
        bucket.put("tas.nc", "012345678x");
        assertThat(store.status(PATH).orElseThrow().version()).isNotEqualTo(before.version());
    }

    @Test
    void readsALargeFileWithFewAnswers() {
        byte[] bytes = StoreContent.random(40 << 20, 1);
        bucket.put("tas.nc", bytes);
        try (ReadableFile file = store.open(PATH)) {
            assertThat(Arrays.equals(inOrder(file, bytes.length), bytes)).isTrue();
        }
        assertThat(bucket.reads.get()).isEqualTo(3); // 1, 8 and up to 64 MiB
    }

    private static byte[] inOrder(ReadableFile file, int length) {
        ByteBuffer all = ByteBuffer.allocate(length);
        while (all.hasRemaining()) {
            int at = all.position();
            all.limit(Math.min(length, at + SLICE));
            assertThat(file.read(at, all)).isEqualTo(all.limit() - at);
            all.limit(length);
        }
        return all.array();
    }

    @Test
    void severalThreadsReadBlocksOfOneFile() throws Exception {
        byte[] bytes = StoreContent.random(24 << 20, 2);
        bucket.put("tas.nc", bytes);
        ExecutorService readers = Executors.newFixedThreadPool(4);
        byte[] read = new byte[bytes.length];
        try (ReadableFile file = store.open(PATH)) {
            AtomicInteger next = new AtomicInteger();
            Callable<Void> reader = () -> {
                for (int block = next.getAndIncrement(); block < 24; block = next.getAndIncrement()) {
                    for (int slice = 0; slice < 4; slice++) {
                        int at = (block << 20) + slice * SLICE;
                        file.read(at, ByteBuffer.wrap(read, at, SLICE));
                    }
                }
                return null;
            };
            List<Future<Void>> all = new ArrayList<>();
            for (int i = 0; i < 4; i++) all.add(readers.submit(reader));
            for (Future<Void> each : all) each.get();
        } finally {
            readers.shutdownNow();
        }
        assertThat(Arrays.equals(read, bytes)).isTrue();
    }

    @Test
    void goesOnWhereALostAnswerEnded() {
        byte[] bytes = StoreContent.random(3 << 20, 3);
        bucket.put("tas.nc", bytes);
        bucket.losses = 3;
        try (ReadableFile file = store.open(PATH)) {
            assertThat(Arrays.equals(inOrder(file, bytes.length), bytes)).isTrue();
        }
    }

    @Test
    void saysThatAnObjectWasReplacedWhileItWasRead() {
        bucket.put("tas.nc", StoreContent.random(3 << 20, 4));
        try (ReadableFile file = store.open(PATH)) {
            bucket.put("tas.nc", StoreContent.random(3 << 20, 5));
            assertFails(ErrorCode.SOURCE_CHANGED, () -> file.read(2 << 20, ByteBuffer.allocate(10)));
        }
    }

    @Test
    void looksAgainAtTheEndOfAnObjectWithoutATag() {
        bucket.hasNoTags = true;
        bucket.put("tas.nc", "0123456789");
        try (ReadableFile file = store.open(PATH)) {
            assertThat(file.status().version())
                    .isEqualTo(file.statusWhenOpened().version());
            bucket.put("tas.nc", "01234567890");
            assertThat(file.status().version())
                    .isNotEqualTo(file.statusWhenOpened().version());
        }
    }

    @Test
    void opensABatchInItsOrderAndTellsEachErrorAtItsTurn() {
        List<StorePath> paths = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            paths.add(StorePath.ofUtf8("f" + i));
            if (i != 7) bucket.put("f" + i, "content " + i);
        }
        paths.set(9, StorePath.ROOT);
        try (BatchOpen batch = store.open(paths)) {
            for (int i = 0; i < 30; i++) {
                if (i == 7) {
                    assertFails(ErrorCode.SOURCE_NOT_FOUND, batch::next);
                } else if (i == 9) {
                    assertFails(ErrorCode.IS_A_DIRECTORY, batch::next);
                } else {
                    try (ReadableFile file = batch.next()) {
                        ByteBuffer target = ByteBuffer.allocate(20);
                        int length = file.read(0, target);
                        assertThat(new String(target.array(), 0, length, StandardCharsets.UTF_8))
                                .isEqualTo("content " + i);
                    }
                }
            }
        }
    }

    private static void assertFails(ErrorCode code, Runnable call) {
        assertThatThrownBy(call::run)
                .isInstanceOfSatisfying(
                        MoverException.class, e -> assertThat(e.code()).isEqualTo(code));
    }
}
