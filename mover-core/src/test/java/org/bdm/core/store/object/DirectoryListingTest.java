package org.bdm.core.store.object;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.store.DirectoryEntry;
import org.bdm.core.store.DirectoryPage;
import org.bdm.core.store.FileKind;
import org.bdm.core.store.FileName;
import org.bdm.core.store.StorePath;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DirectoryListingTest {
    private final MapBucket bucket = new MapBucket();
    private final ObjectStore store = new ObjectStore(bucket, "");

    @Test
    void listsNamesByTheirBytesThoughKeysOfDirectoriesComeLater() {
        for (String key : List.of("d/a-b", "d/a.nc", "d/a/x", "d/a/y", "d/a0", "d/b!/x", "e")) bucket.put(key, "x");
        assertThat(shown("d", 100)).containsExactly("a/", "a-b", "a.nc", "a0", "b!/");
        assertThat(shown("d", 1)).containsExactly("a/", "a-b", "a.nc", "a0", "b!/");
        assertThat(shown("", 100)).containsExactly("d/", "e");
        assertThat(shown("d/a", 100)).containsExactly("x", "y");
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "1, 3", "2, 2", "3, 7", "5, 1000", "1000, 4"})
    void listsTheSameWhateverThePages(int entries, int keys) {
        Random random = new Random(entries * 31L + keys);
        for (int round = 0; round < 40; round++) {
            MapBucket other = new MapBucket();
            other.pageKeysMax = keys;
            TreeMap<FileName, Boolean> expected = new TreeMap<>();
            for (int i = 0; i < 60; i++) {
                String name = name(random);
                boolean isDirectory = random.nextBoolean();
                Boolean before = expected.putIfAbsent(FileName.ofUtf8(name), isDirectory);
                if (before != null && before != isDirectory) continue;
                other.put("p/" + name + (isDirectory ? "/" + name(random) : ""), "x");
            }
            List<String> model = new ArrayList<>();
            expected.forEach((name, isDirectory) -> model.add(name.shown() + (isDirectory ? "/" : "")));
            assertThat(shown(new ObjectStore(other, "p"), "", entries))
                    .as("round " + round)
                    .isEqualTo(model);
        }
    }

    private static String name(Random random) {
        String letters = "ab-.!/0é\ud83d\ude00\uffee".replace("/", "");
        StringBuilder name = new StringBuilder("a");
        int[] points = letters.codePoints().toArray();
        for (int i = random.nextInt(4); i >= 0; i--) name.appendCodePoint(points[random.nextInt(points.length)]);
        return name.toString();
    }

    @Test
    void passesOverWhatLiesBelowADirectory() {
        for (int i = 0; i < 5_000; i++) bucket.put("d/large/" + i + "/x", "x");
        bucket.put("d/z.nc", "x");
        assertThat(shown("d", 2_000)).containsExactly("large/", "z.nc");
        assertThat(bucket.lists.get()).isEqualTo(2);
    }

    @Test
    void listsHiddenNamesOfAStoreThatRefusesToListBelowBadNames() {
        for (String key : List.of("d/.hid/x", "d/..two", "d/-a", "d/a", "d/b")) bucket.put(key, "x");
        bucket.refusesBadNames = true;
        assertThat(shown("d", 1)).containsExactly("-a", "..two", ".hid/", "a", "b");
        assertThat(shown("d", 2)).containsExactly("-a", "..two", ".hid/", "a", "b");
    }

    @Test
    void refusesAStoreWithAnotherOrder() {
        for (String key : List.of("d/a", "d/b")) bucket.put(key, "x");
        bucket.isReversed = true;
        assertFails(ErrorCode.PROTOCOL_VIOLATION, () -> list("d", null));
    }

    @Test
    void tellsKeysThatNoFileCanHave() {
        for (String key : List.of("d//b", "d/./x", "d/../x", "d/" + "n".repeat(300), "d/ok")) bucket.put(key, "x");
        bucket.put("d/marked/", "");
        bucket.put("d/filled/", "bytes");
        List<DirectoryEntry> entries = list("d", null).entries();
        assertThat(entries.stream().filter(each -> each.error() != null))
                .hasSize(4)
                .allSatisfy(each -> assertThat(each.name().shown()).endsWith("%252f"));
        assertThat(entries.stream()
                        .filter(each -> each.error() == null)
                        .map(each -> each.name().shown()))
                .containsExactly("filled", "marked", "ok");
        assertThat(list("d/marked", null).entries()).isEmpty();
        assertThat(list("d/filled", null).entries())
                .singleElement()
                .satisfies(each -> assertThat(each.error()).hasMessageContaining("5 bytes"));
    }

    @Test
    void tellsAnObjectThatOthersLieBelow() {
        for (String key : List.of("d/a", "d/a!", "d/a/b")) bucket.put(key, "x");
        for (int entries : new int[] {1, 10}) {
            DirectoryPage page = store.list(StorePath.ofUtf8("d"), null, entries);
            assertThat(page.entries().get(0).name().shown()).isEqualTo("a");
            assertThat(page.entries().get(0).error()).isNotNull();
        }
        assertThat(store.status(StorePath.ofUtf8("d/a")))
                .map(each -> each.kind())
                .contains(FileKind.FILE);
    }

    @Test
    void hidesWhatIsOursAndWhatAnUploadOfS3proxyLeaves() {
        bucket.put(".bdm/job-1/x", "x");
        bucket.put(".mpus-4f1c0f6e-9a52-4d36-a7c0-3a2f4c1d7e55-key-1", "x");
        bucket.put("tas.nc", "x");
        assertThat(shown("", 10)).containsExactly("tas.nc");
        assertThat(store.status(StorePath.ofUtf8(".bdm/job-1/x"))).isEmpty();
        assertFails(ErrorCode.SOURCE_NOT_FOUND, () -> store.open(StorePath.ofUtf8(".bdm/job-1/x")));
    }

    @Test
    void saysWhatIsMissingAndWhatIsOfAnotherKind() {
        bucket.put("d/tas.nc", "x");
        assertThat(store.status(StorePath.ROOT)).map(each -> each.kind()).contains(FileKind.DIRECTORY);
        assertThat(store.status(StorePath.ofUtf8("d"))).map(each -> each.kind()).contains(FileKind.DIRECTORY);
        assertThat(store.status(StorePath.ofUtf8("b"))).isEmpty();
        assertFails(ErrorCode.SOURCE_NOT_FOUND, () -> list("b", null));
        assertFails(ErrorCode.NOT_A_DIRECTORY, () -> list("d/tas.nc", null));
        assertFails(ErrorCode.SOURCE_NOT_FOUND, () -> store.open(StorePath.ofUtf8("b")));
        assertFails(ErrorCode.IS_A_DIRECTORY, () -> store.open(StorePath.ofUtf8("d")));
        assertFails(ErrorCode.IS_A_DIRECTORY, () -> store.open(StorePath.ROOT));
        assertFails(ErrorCode.INVALID_PATH, () -> store.key(StorePath.of(new byte[] {'a', (byte) 0xff})));
        assertThat(store.list(StorePath.ROOT, FileName.ofUtf8("z"), 5).entries())
                .isEmpty();
        assertThat(new ObjectStore(bucket, "none").list(StorePath.ROOT, null, 5).isLast())
                .isTrue();
        assertThat(new ObjectStore(bucket, "d").key(StorePath.ofUtf8("ä.nc"))).isEqualTo("d/ä.nc");
    }

    private DirectoryPage list(String directory, FileName after) {
        return store.list(path(directory), after, 1_000);
    }

    private static StorePath path(String path) {
        return StorePath.of(path.getBytes(StandardCharsets.UTF_8));
    }

    private List<String> shown(String directory, int entries) {
        return shown(store, directory, entries);
    }

    private static List<String> shown(ObjectStore store, String directory, int entriesMax) {
        List<String> shown = new ArrayList<>();
        FileName after = null;
        while (true) {
            DirectoryPage page = store.list(path(directory), after, entriesMax);
            assertThat(page.entries()).hasSizeLessThanOrEqualTo(entriesMax);
            for (DirectoryEntry entry : page.entries()) {
                assertThat(entry.error()).isNull();
                shown.add(entry.name().shown() + (entry.status().kind() == FileKind.DIRECTORY ? "/" : ""));
                after = entry.name();
            }
            if (page.isLast()) return shown;
            assertThat(page.entries()).isNotEmpty();
        }
    }

    private static void assertFails(ErrorCode code, Runnable call) {
        assertThatThrownBy(call::run)
                .isInstanceOfSatisfying(
                        MoverException.class, e -> assertThat(e.code()).isEqualTo(code));
    }
}
