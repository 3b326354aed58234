package org.bdm.core.store.object;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.store.FileKind;
import org.bdm.core.store.StorePath;
import org.bdm.core.store.TreePage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A tree is told whole and once, whatever its pages are. */
class TreeListingTest {
    private final MapBucket bucket = new MapBucket();
    private final ObjectStore store = new ObjectStore(bucket, "");

    private List<String> shown(String directory, int entriesMax) {
        StorePath path = directory.isEmpty() ? StorePath.ROOT : StorePath.ofUtf8(directory);
        List<String> all = new ArrayList<>();
        String after = "";
        boolean isLast = false;
        while (!isLast) {
            TreePage page = store.listTree(path, after, entriesMax);
            page.entries().forEach(entry -> all.add(entry.shown() + mark(entry)));
            after = page.end();
            isLast = page.isLast();
        }
        return all;
    }

    private static String mark(TreePage.Entry entry) {
        if (entry.status() == null) return " (wrong)";
        return entry.status().kind() == FileKind.DIRECTORY ? "/" : "";
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5, 1000})
    void eachDirectoryIsToldOnceBeforeWhatLiesInIt(int entriesMax) {
        for (String key : List.of("d/a-b", "d/a/x/1", "d/a/x/2", "d/a/y", "d/b/x", "e")) bucket.put(key, "x");
        bucket.put("d/empty/", new byte[0]);
        assertThat(shown("", entriesMax))
                .containsExactly(
                        "d/",
                        "d/a-b",
                        "d/a/",
                        "d/a/x/",
                        "d/a/x/1",
                        "d/a/x/2",
                        "d/a/y",
                        "d/b/",
                        "d/b/x",
                        "d/empty/",
                        "e");
        assertThat(shown("d/a", entriesMax)).containsExactly("x/", "x/1", "x/2", "y");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 1000})
    void keysThatNoFileCanHaveAreToldAndNamesOfOthersAreHidden(int entriesMax) {
        for (String key : List.of(
                "a//x", "a//y", "b/../c", ".bdm/asked", "d/.bdm/x", ".mpus-01234567-0123-0123-0123-0123456789ab-k-1"))
            bucket.put(key, "x");
        bucket.put("full/", "x");
        assertThat(shown("", entriesMax))
                .containsExactly(
                        "a/", "a/%252f (wrong)", "b/", "b/..%252f (wrong)", "d/", "full/", "full/%252f (wrong)");
    }

    @Test
    void aTreeIsAskedForByPagesAndNotByDirectories() {
        for (int i = 0; i < 3000; i++) bucket.put("d" + i / 10 + "/f" + i, "x");
        assertThat(shown("", 1000)).hasSize(3300);
        assertThat(bucket.lists.get()).isLessThan(6);
    }

    @Test
    void whatIsNoDirectoryIsNotListed() {
        bucket.put("f", "x");
        assertThat(shown("", 10)).containsExactly("f");
        assertThatThrownBy(() -> shown("f", 10))
                .isInstanceOfSatisfying(
                        MoverException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.NOT_A_DIRECTORY));
        assertThatThrownBy(() -> shown("g", 10))
                .isInstanceOfSatisfying(
                        MoverException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.SOURCE_NOT_FOUND));
        bucket.put("g", "x");
        bucket.isReversed = true;
        assertThatThrownBy(() -> shown("", 10))
                .isInstanceOfSatisfying(
                        MoverException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.PROTOCOL_VIOLATION));
    }
}
