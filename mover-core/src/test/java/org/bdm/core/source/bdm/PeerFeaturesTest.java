package org.bdm.core.source.bdm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.JobId;
import org.bdm.core.source.RecordingSourceListener;
import org.bdm.core.store.DirectoryEntry;
import org.bdm.core.store.FileKind;
import org.bdm.core.store.MemoryStore;
import org.bdm.core.store.PlaceMode;
import org.bdm.core.store.StoreContent;
import org.bdm.core.store.StorePath;
import org.bdm.core.wire.Features;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PeerFeaturesTest {
    private final MemoryStore store = new MemoryStore();
    private final PeerFixture fixture = new PeerFixture(store);

    @BeforeEach
    void makeLink() {
        StoreContent.put(store, "file", new byte[100]);
        byte[] target = "file".getBytes(StandardCharsets.US_ASCII);
        store.workArea(new JobId(1)).placeSymbolicLink(target, StorePath.ofUtf8("link"), PlaceMode.NEW);
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    private FileKind kindOfTheLink() {
        List<DirectoryEntry> entries = fixture.source(new RecordingSourceListener())
                .list(StorePath.ROOT, Optional.empty(), 10)
                .toCompletableFuture()
                .orTimeout(20, TimeUnit.SECONDS)
                .join()
                .entries();
        return entries.get(1).status().kind();
    }

    @Test
    void linksAreToldAsLinksUnlessAskedFor() {
        assertThat(kindOfTheLink()).isEqualTo(FileKind.SYMBOLIC_LINK);
    }

    @Test
    void linksAreFollowedOnStreamsThatAskForIt() {
        fixture.features = Features.FOLLOW_LINKS;
        assertThat(kindOfTheLink()).isEqualTo(FileKind.FILE);
    }

    private String call(String name) {
        byte[] body = "{}".getBytes(StandardCharsets.UTF_8);
        byte[] answer = fixture.source(new RecordingSourceListener())
                .call(name, body)
                .toCompletableFuture()
                .orTimeout(20, TimeUnit.SECONDS)
                .join();
        return new String(answer, StandardCharsets.UTF_8);
    }

    @Test
    void aCallIsAnsweredByTheControlPlaneOfThePeer() {
        fixture.features = Features.CALLS;
        assertThat(call("jobs.get")).endsWith(" jobs.get {}");
    }

    @Test
    void aCallThatIsRefusedFailsWithTheReason() {
        fixture.features = Features.CALLS;
        assertThatThrownBy(() -> call("refused")).cause().isInstanceOfSatisfying(MoverException.class, e -> {
            assertThat(e.code()).isEqualTo(ErrorCode.NOT_ALLOWED);
            assertThat(e.detail()).isEqualTo("no grant");
        });
    }

    @Test
    void aPeerThatCannotDoWhatIsAskedIsGivenUpAtOnce() {
        fixture.features = 1L << 40;
        assertThatThrownBy(() -> fixture.source(new RecordingSourceListener()))
                .isInstanceOf(CompletionException.class)
                .cause()
                .isInstanceOfSatisfying(
                        MoverException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.UNSUPPORTED));
    }
}
