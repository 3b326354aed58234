package org.bdm.core.store;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.junit.jupiter.api.Test;

/** What every store keeps of reading and listing. */
public abstract class StoreReadingContract extends StorePlacingContract {
    @Test
    void readsAnyPartIntoDirectAndHeapBuffersAtTheirPosition() {
        put("tas.nc", "0123456789");
        try (ReadableFile file = store().open(path("tas.nc"))) {
            for (ByteBuffer buffer : List.of(ByteBuffer.allocate(8), ByteBuffer.allocateDirect(8))) {
                buffer.put((byte) '<').limit(5);
                assertThat(file.read(3, buffer)).isEqualTo(4);
                assertThat(buffer.position()).isEqualTo(5);
                assertThat(UTF_8.decode(buffer.flip()).toString()).isEqualTo("<3456");
            }
            ByteBuffer slice = ByteBuffer.allocateDirect(16).position(4).slice();
            assertThat(file.read(8, slice)).isEqualTo(2);
            assertThat(UTF_8.decode(slice.flip()).toString()).isEqualTo("89");
            assertThat(file.read(10, ByteBuffer.allocate(1))).isZero();
            assertThat(file.read(99, ByteBuffer.allocate(1))).isZero();
        }
    }

    @Test
    void writesFromDirectAndHeapBuffersAtTheirPosition() {
        byte[] many = new byte[300_000];
        for (int i = 0; i < many.length; i++) many[i] = (byte) ((i * 31) >> 3);
        try (WritableFile file = area().create("part-1")) {
            ByteBuffer heap = ByteBuffer.wrap(many).position(100);
            file.write(100, heap);
            assertThat(heap.hasRemaining()).isFalse();
            ByteBuffer direct = ByteBuffer.allocateDirect(200)
                    .position(100)
                    .put(many, 0, 100)
                    .flip()
                    .position(100);
            file.write(0, direct);
            assertThat(direct.hasRemaining()).isFalse();
            ByteBuffer back = ByteBuffer.allocate(many.length + 1);
            assertThat(file.read(0, back)).isEqualTo(many.length);
            assertThat(Arrays.copyOf(back.array(), many.length)).isEqualTo(many);
        }
    }

    @Test
    void saysWhatIsMissingAndWhatIsOfAnotherKind() {
        put("a/tas.nc", "x");
        area().placeSymbolicLink("a".getBytes(UTF_8), path("link"), PlaceMode.NEW);

        assertThat(store().status(path("b"))).isEmpty();
        assertThat(store().status(path("b/c"))).isEmpty();
        assertThat(store().status(StorePath.ROOT)).map(FileStatus::kind).contains(FileKind.DIRECTORY);
        assertFails(ErrorCode.NOT_A_DIRECTORY, () -> store().status(path("a/tas.nc/c")));
        assertFails(ErrorCode.SOURCE_NOT_FOUND, () -> store().open(path("b")));
        assertFails(ErrorCode.SOURCE_NOT_FOUND, () -> store().list(path("b"), null, 1));
        assertFails(ErrorCode.IS_A_DIRECTORY, () -> store().open(path("a")));
        assertFails(ErrorCode.IS_A_DIRECTORY, () -> store().open(StorePath.ROOT));
        assertFails(ErrorCode.NOT_A_DIRECTORY, () -> store().list(path("a/tas.nc"), null, 1));
    }

    @Test
    void neverFollowsASymbolicLinkOnTheWayOrAtTheEnd() {
        put("a/tas.nc", "x");
        area().placeSymbolicLink("a".getBytes(UTF_8), path("link"), PlaceMode.NEW);
        area().placeSymbolicLink("tas.nc".getBytes(UTF_8), path("a/link.nc"), PlaceMode.NEW);
        temporary("part-1", "new");

        assertFails(ErrorCode.PATH_BLOCKED, () -> store().open(path("a/link.nc")));
        assertFails(ErrorCode.PATH_BLOCKED, () -> store().open(path("link/tas.nc")));
        assertFails(ErrorCode.PATH_BLOCKED, () -> store().status(path("link/tas.nc")));
        assertFails(ErrorCode.PATH_BLOCKED, () -> area().place("part-1", path("link/x.nc"), PlaceMode.NEW));
        assertFails(ErrorCode.PATH_BLOCKED, () -> store().makeDirectories(path("link/x"), 0755));
        assertFails(ErrorCode.PATH_BLOCKED, () -> store().makeDirectories(path("link"), 0755));
    }

    @Test
    void listingASymbolicLinkToADirectoryFails() {
        put("a/tas.nc", "x");
        area().placeSymbolicLink("a".getBytes(UTF_8), path("link"), PlaceMode.NEW);

        assertThatThrownBy(() -> store().list(path("link"), null, 1))
                .isInstanceOfSatisfying(
                        MoverException.class,
                        error -> assertThat(error.code()).isIn(ErrorCode.PATH_BLOCKED, ErrorCode.NOT_A_DIRECTORY));
    }

    @Test
    void errorsNameTheExportAndThePathEscaped() {
        assertThatThrownBy(() -> store().open(StorePath.of(new byte[] {'a', (byte) 0xff, '\n'})))
                .hasMessageContaining(":/a%ff%0a");
    }

    @Test
    void listsInPagesByUnsignedBytesAndGoesOnAfterAnyName() {
        List<FileName> names = new ArrayList<>();
        for (int i = 1; i < 256; i++) {
            if (i == '/' || i == '.') continue;
            names.add(FileName.of(new byte[] {(byte) i}));
            names.add(FileName.of(new byte[] {(byte) i, 'x'}));
        }
        for (FileName name : names) put(new StorePath(List.of(FileName.ofUtf8("d"), name)), "x");

        List<FileName> listed = new ArrayList<>();
        FileName after = null;
        DirectoryPage page;
        do {
            page = store().list(path("d"), after, 7);
            assertThat(page.entries()).hasSizeLessThanOrEqualTo(7);
            for (DirectoryEntry entry : page.entries()) listed.add(entry.name());
            after = listed.get(listed.size() - 1);
        } while (!page.isLast());

        assertThat(listed).containsExactlyElementsOf(names);
        DirectoryPage rest = store().list(path("d"), FileName.ofUtf8("yy"), 1000);
        assertThat(rest.entries().get(0).name()).isEqualTo(FileName.ofUtf8("z"));
    }

    @Test
    void listingSeesWhatChangedBetweenPages() {
        for (String name : List.of("a", "c", "e", "g")) put("d/" + name, "x");
        assertThat(store().list(path("d"), null, 2).isLast()).isFalse();

        put("d/f", "x");

        assertThat(store().list(path("d"), FileName.ofUtf8("c"), 9).entries())
                .extracting(entry -> entry.name().shown())
                .containsExactly("e", "f", "g");
    }

    @Test
    void listsAnEmptyDirectoryAsOneEmptyLastPage() {
        store().makeDirectories(path("empty"), 0755);
        assertThat(store().list(path("empty"), null, 1)).isEqualTo(new DirectoryPage(List.of(), true));
    }

    @Test
    void aFullLastPageIsTheLast() {
        put("a", "x");
        put("b", "x");
        assertThat(store().list(StorePath.ROOT, null, 2).isLast()).isTrue();
    }

    @Test
    void keepsAnyNameByteForByte() {
        List<FileName> names = List.of(
                FileName.of(new byte[] {(byte) 0xff, (byte) 0xfe}),
                FileName.ofUtf8("line\nbreak"),
                FileName.ofUtf8("-rf"),
                FileName.ofUtf8("%2e"),
                FileName.ofUtf8("e\u0301"),
                FileName.ofUtf8("\u00e9"),
                FileName.ofUtf8("trailing. "),
                FileName.ofUtf8("\\"),
                FileName.ofUtf8("...\t~"),
                FileName.of("n".repeat(255).getBytes(UTF_8)));
        for (FileName name : names) put(StorePath.ROOT.child(name), name.shown());

        assertThat(store().list(StorePath.ROOT, null, 100).entries())
                .extracting(DirectoryEntry::name)
                .containsExactlyInAnyOrderElementsOf(names);
        for (FileName name : names) assertThat(text(StorePath.ROOT.child(name))).isEqualTo(name.shown());
    }

    @Test
    void reachesPathsUpToTheLimit() {
        StorePath directory = StorePath.ROOT;
        for (int i = 0; i < 15; i++) directory = directory.child(FileName.ofUtf8("d".repeat(255)));
        directory = directory.child(FileName.ofUtf8("e".repeat(200)));
        StorePath file = directory.child(FileName.ofUtf8("f".repeat(53)));
        assertThat(file.bytes()).hasSizeBetween(4090, 4096);

        put(file, "deep");

        assertThat(text(file)).isEqualTo("deep");
        assertThat(store().list(directory, null, 2).entries()).hasSize(1);
    }
}
