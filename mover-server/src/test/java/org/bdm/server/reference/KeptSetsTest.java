package org.bdm.server.reference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.ExportName;
import org.bdm.core.store.FileVersion;
import org.bdm.core.store.StorePath;
import org.junit.jupiter.api.Test;

class KeptSetsTest {
    private static final ExportName EXPORT = new ExportName("data");

    private final KeptSets kept = new KeptSets();

    private CompletableFuture<ReferenceSet> find(int number, CompletableFuture<ReferenceSet> begun) {
        return kept.find(EXPORT, List.of(file(number)), () -> begun);
    }

    private static StoredFile file(int number) {
        return new StoredFile(StorePath.ofUtf8("tas.nc"), new FileVersion(1, Instant.EPOCH, Instant.EPOCH, number));
    }

    /** A set that holds so many bytes of values. */
    private static ReferenceSet heavy(int bytes) {
        ReferenceSet small = SampleSets.set("1.nc", FileReferences.alone());
        ReferencedArray time = SampleSets.array(small, "time");
        List<Long> shape = List.of(bytes / 8L);
        ReferencedArray large = new ReferencedArray(
                "time",
                time.type(),
                time.dimensions(),
                shape,
                shape,
                List.of(),
                null,
                Map.of(),
                Map.of(),
                new byte[bytes]);
        return new ReferenceSet(small.files(), small.groups(), List.of(large), List.of());
    }

    @Test
    void moreThanFourAtATimeAreNotMade() {
        List<CompletableFuture<ReferenceSet>> begun = new ArrayList<>();
        for (int i = 0; i < KeptSets.MAKING_MAX; i++) begun.add(find(i, new CompletableFuture<>()));
        assertThat(find(0, new CompletableFuture<>())).isSameAs(begun.get(0));
        assertThatThrownBy(() -> find(9, new CompletableFuture<>()))
                .isInstanceOfSatisfying(
                        MoverException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.TOO_MANY_REQUESTS));
        begun.get(0).complete(heavy(8));
        CompletableFuture<ReferenceSet> next = new CompletableFuture<>();
        assertThat(find(9, next)).isSameAs(next);
    }

    @Test
    void aSetIsMadeAnewWhenAFileIsAnother() {
        CompletableFuture<ReferenceSet> first = find(1, CompletableFuture.completedFuture(heavy(8)));
        assertThat(find(1, new CompletableFuture<>())).isSameAs(first);
        CompletableFuture<ReferenceSet> ofReplaced = new CompletableFuture<>();
        assertThat(find(2, ofReplaced)).isSameAs(ofReplaced);
    }

    @Test
    void setsAreDroppedByTheValuesTheyHoldWhenOneIsMade() {
        ReferenceSet set = heavy(100 << 20);
        CompletableFuture<ReferenceSet> first = find(1, new CompletableFuture<>());
        CompletableFuture<ReferenceSet> second = find(2, new CompletableFuture<>());
        CompletableFuture<ReferenceSet> third = find(3, new CompletableFuture<>());
        first.complete(set);
        second.complete(set);
        assertThat(find(1, new CompletableFuture<>())).isSameAs(first);
        third.complete(set);
        assertThat(find(1, new CompletableFuture<>())).isSameAs(first);
        assertThat(find(3, new CompletableFuture<>())).isSameAs(third);
        assertThat(find(2, new CompletableFuture<>())).isNotSameAs(second);
    }

    @Test
    void aKeptSetIsServedBelowTheRootOfTheCaller() {
        StorePath path = StorePath.ofUtf8("a b/tas.nc");
        SetFile file = new SetFile("tas.nc", ReferencePlace.address(path), 1, Instant.EPOCH, null);
        ReferenceSet set = new ReferenceSet(List.of(file), List.of(), List.of(), List.of());
        assertThat(set.below("https://node.example/data/").files())
                .extracting(SetFile::address)
                .containsExactly("https://node.example/data/a%20b/tas.nc");
    }
}
