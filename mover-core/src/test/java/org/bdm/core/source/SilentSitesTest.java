package org.bdm.core.source;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.FileId;
import org.junit.jupiter.api.Test;

/** Sites that do not open, do not answer or do not send: how long they hold up files, and when they are tried again. */
class SilentSitesTest extends SitesFirstFixture {
    @Test
    void aSiteThatDoesNotOpenHoldsUpFilesForFiveSecondsOnce() {
        there().opened = new CompletableFuture<>();
        opened();
        want(FIRST, PAIRED, NODE);
        pass(Duration.ofSeconds(4));
        assertThat(heard.lost).isZero();
        pass(Duration.ofSeconds(1));
        assertThat(heard.lost).isEqualTo(1);
        want(FIRST, PAIRED, NODE);
        want(new FileId(5), PAIRED, NODE);
        assertThat(nodes.wanted).extracting(WantedFile::file).containsExactly(FILE, new FileId(5));

        there().opened.complete(null);
        want(new FileId(6), PAIRED, NODE);
        assertThat(there().wanted).extracting(WantedFile::file).containsExactly(new FileId(6));
    }

    @Test
    void aSiteThatIsLeftAloneIsTriedAgainWithoutAnyFileWaitingForIt() {
        there().opened = CompletableFuture.failedFuture(new MoverException(ErrorCode.PEER_UNREACHABLE, "no answer"));
        opened();
        want(FIRST, PAIRED, NODE);
        assertThat(nodes.wanted).hasSize(1);

        there().opened = new CompletableFuture<>();
        pass(WatchedSite.PAUSE);
        want(new FileId(5), PAIRED, NODE);
        assertThat(there().opens).isEqualTo(2);
        assertThat(nodes.wanted).hasSize(2);
        there().opened.complete(null);
        there().answers = new CompletableFuture<>();
        want(new FileId(6), PAIRED, NODE);
        assertThat(nodes.wanted).hasSize(3);
        there().answers.complete(null);
        want(new FileId(7), PAIRED, NODE);
        assertThat(there().wanted).extracting(WantedFile::file).containsExactly(new FileId(7));
    }

    @Test
    void aSiteThatOpensAndThenSaysNothingIsLeftAloneLongerEachTime() {
        there().answers = new CompletableFuture<>();
        opened();
        want(FIRST, PAIRED, NODE);
        pass(SitePlace.ANSWER);
        assertThat(heard.lost).isEqualTo(1);
        assertThat(there().isClosed).isTrue();
        want(FIRST, PAIRED, NODE);
        assertThat(nodes.wanted).hasSize(1);

        pass(WatchedSite.PAUSE);
        want(new FileId(5), PAIRED, NODE);
        want(new FileId(6), PAIRED, NODE);
        assertThat(there().opens).isEqualTo(2);
        pass(SitePlace.ANSWER);
        pass(WatchedSite.PAUSE);
        want(new FileId(7), PAIRED, NODE);
        assertThat(there().opens).isEqualTo(2);
        pass(WatchedSite.PAUSE);
        want(new FileId(8), PAIRED, NODE);
        assertThat(there().opens).isEqualTo(3);
        assertThat(nodes.wanted).hasSize(5);
        assertThat(heard.lost).isEqualTo(1);
    }

    @Test
    void aSiteThatSendsNothingOfWhatItWasAskedForIsLeftAlone() {
        opened();
        want(FIRST, PAIRED, NODE);
        pass(Duration.ofSeconds(40));
        block(there(), FIRST);
        pass(Duration.ofSeconds(40));
        assertThat(there().isClosed).isFalse();
        pass(Duration.ofSeconds(20));
        assertThat(there().isClosed).isTrue();
    }

    @Test
    void aSiteOfWhichNothingIsWantedAnyMoreMayBeSilent() {
        opened();
        want(FIRST, PAIRED, NODE);
        source.cancel(FILE);
        pass(Duration.ofMinutes(5));
        assertThat(there().isClosed).isFalse();
    }

    @Test
    void aFileWhoseConnectionIsLostAgainAndAgainIsTakenFromElsewhere() {
        opened();
        for (int i = 0; i < 3; i++) {
            want(FIRST, PAIRED, NODE);
            there().listener.onItemLost(FILE, FIRST);
        }
        want(FIRST, PAIRED, NODE);
        assertThat(there().wanted).hasSize(3);
        assertThat(nodes.wanted).hasSize(1);
    }

    @Test
    void aFileThatOnlyASilentSiteHasIsTriedAgainLater() {
        there().opened = new CompletableFuture<>();
        opened();
        want(FIRST, PAIRED);
        pass(SitePlace.OPENING);
        want(FIRST, PAIRED);
        assertThat(heard.failed).singleElement().satisfies(reason -> {
            assertThat(reason.code()).isEqualTo(ErrorCode.PEER_UNREACHABLE);
            assertThat(reason.detail()).contains("bdm://there/data");
        });
    }
}
