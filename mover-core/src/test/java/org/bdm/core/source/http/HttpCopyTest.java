package org.bdm.core.source.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.source.http.node.CopyTrouble;
import org.bdm.core.source.http.question.Validators;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** When a copy is asked, when it is asked again, and when it is given up. */
class HttpCopyTest {
    private static final String LOCATION = "https://a.example/f.nc";
    private static final long SECOND = 1_000_000_000L;
    private static final Validators SAID = new Validators(9, Optional.of("\"tag\""), Optional.empty());

    private final UnaskedNodes nodes = new UnaskedNodes(Map.of());
    private final HttpCopy copy = nodes.copy(LOCATION);

    @AfterEach
    void close() {
        nodes.close();
    }

    private static CopyTrouble trouble(CopyTrouble.Kind kind) {
        return CopyTrouble.of(kind, ErrorCode.CONNECTION_LOST, "for a test");
    }

    private void fails(CopyTrouble.Kind kind, int times) {
        for (int i = 0; i < times; i++) copy.failed(trouble(kind), nodes.now(), SECOND);
    }

    @Test
    void firstRequestRunsAloneUntilTheContentIsKnown() {
        assertThat(copy.isReady(0)).isTrue();
        copy.began();
        assertThat(copy.isReady(0)).isFalse();
        copy.ended();
        assertThat(copy.isReady(0)).isTrue();
        copy.said(SAID);
        assertThat(copy.isReady(0)).as("not durable yet").isFalse();
        copy.remembered();
        assertThat(copy.isReady(0)).isTrue();
        assertThat(copy.entityTag()).contains("\"tag\"");
    }

    @Test
    void knownCopyServesFourRequestsAtOnce() {
        copy.said(SAID);
        copy.remembered();
        for (int i = 0; i < HttpCopy.RANGES_AT_ONCE; i++) {
            assertThat(copy.isReady(0)).isTrue();
            copy.began();
        }
        assertThat(copy.isReady(0)).isFalse();
        copy.ended();
        assertThat(copy.isReady(0)).isTrue();
    }

    @Test
    void nothingIsAskedWhileValidatorsAreRecalled() {
        copy.recalling();
        assertThat(copy.isReady(0)).isFalse();
        copy.recalled(Optional.of(SAID));
        assertThat(copy.validators()).contains(SAID);
        copy.began();
        assertThat(copy.isReady(0))
                .as("the content is known: a second range may run")
                .isTrue();
    }

    @Test
    void copyOfWhichNothingWasRememberedStillFindsOutFirst() {
        copy.recalling();
        copy.recalled(Optional.empty());
        assertThat(copy.isReady(0)).isTrue();
        copy.began();
        assertThat(copy.isReady(0)).isFalse();
    }

    @Test
    void failuresOfTheNodeAndOfTheFileGiveItUpAtTheThird() {
        fails(CopyTrouble.Kind.NODE, 1);
        fails(CopyTrouble.Kind.FILE, 1);
        assertThat(copy.isOut()).isFalse();
        fails(CopyTrouble.Kind.NODE, 1);
        assertThat(copy.isOut()).isTrue();
        nodes.turn(Duration.ofHours(1));
        assertThat(copy.isReady(nodes.now())).isFalse();
    }

    @Test
    void pauseDoublesWithEachFailure() {
        fails(CopyTrouble.Kind.FILE, 1);
        assertThat(copy.nanosUntilReady(nodes.now())).isEqualTo(SECOND);
        assertThat(copy.isReady(SECOND - 1)).isFalse();
        assertThat(copy.isReady(SECOND)).isTrue();
        fails(CopyTrouble.Kind.FILE, 1);
        assertThat(copy.nanosUntilReady(nodes.now())).isEqualTo(2 * SECOND);
        nodes.turn(Duration.ofSeconds(5));
        assertThat(copy.nanosUntilReady(nodes.now())).isZero();
    }

    @Test
    void bytesThatCameEndTheCountOfFailures() {
        fails(CopyTrouble.Kind.FILE, 2);
        copy.brought();
        fails(CopyTrouble.Kind.FILE, 2);
        assertThat(copy.isOut()).isFalse();
        fails(CopyTrouble.Kind.NOT_FOUND, 1);
        copy.brought();
        fails(CopyTrouble.Kind.NOT_FOUND, 1);
        assertThat(copy.isOut()).isFalse();
        fails(CopyTrouble.Kind.BUSY, 5);
        copy.brought();
        fails(CopyTrouble.Kind.BUSY, 5);
        assertThat(copy.isOut()).isFalse();
    }

    @Test
    void slowCopyIsNeitherPausedNorCounted() {
        fails(CopyTrouble.Kind.FILE, 2);
        nodes.turn(Duration.ofMinutes(1));
        fails(CopyTrouble.Kind.SLOW, 1);
        assertThat(copy.nanosUntilReady(nodes.now())).isZero();
        fails(CopyTrouble.Kind.FILE, 2);
        assertThat(copy.isOut()).isFalse();
    }

    @Test
    void copyWithAnotherContentIsGivenUpAtOnce() {
        for (CopyTrouble.Kind kind :
                new CopyTrouble.Kind[] {CopyTrouble.Kind.NODE_FOR_LONG, CopyTrouble.Kind.COPY, CopyTrouble.Kind.SIZE}) {
            HttpCopy other = nodes.copy(LOCATION);
            other.failed(trouble(kind), nodes.now(), SECOND);
            assertThat(other.isOut()).as("%s", kind).isTrue();
            assertThat(other.trouble()).map(CopyTrouble::kind).contains(kind);
        }
    }

    @Test
    void busyCopyIsGivenUpAtTheSixthAnswer() {
        fails(CopyTrouble.Kind.BUSY, 5);
        assertThat(copy.isOut()).isFalse();
        fails(CopyTrouble.Kind.BUSY, 1);
        assertThat(copy.isOut()).isTrue();
    }

    @Test
    void busyCopyWaitsAsLongAsItAsksButAtMostTenMinutes() {
        copy.failed(CopyTrouble.busy("503", Optional.of(Duration.ofSeconds(7)), false), nodes.now(), SECOND);
        assertThat(copy.nanosUntilReady(nodes.now())).isEqualTo(7 * SECOND);
        copy.failed(CopyTrouble.busy("503", Optional.of(Duration.ofDays(7)), false), nodes.now(), SECOND);
        assertThat(copy.nanosUntilReady(nodes.now())).isEqualTo(600 * SECOND);
        copy.failed(CopyTrouble.busy("503", Optional.of(Duration.ofMillis(500)), false), nodes.now(), SECOND);
        assertThat(copy.nanosUntilReady(nodes.now())).isEqualTo(SECOND / 2);
    }

    @Test
    void busyCopyThatNamesNoPauseWaitsTwiceAsLongEachTime() {
        fails(CopyTrouble.Kind.BUSY, 1);
        assertThat(copy.nanosUntilReady(nodes.now())).isEqualTo(2 * SECOND);
        fails(CopyTrouble.Kind.BUSY, 2);
        assertThat(copy.nanosUntilReady(nodes.now())).isEqualTo(8 * SECOND);
    }

    @Test
    void copyIsMissingAtTheSecondNotFoundAndThisIsToldOnce() {
        fails(CopyTrouble.Kind.NOT_FOUND, 1);
        assertThat(copy.isOut()).isFalse();
        assertThat(copy.wasMissing()).isFalse();
        fails(CopyTrouble.Kind.NOT_FOUND, 2);
        assertThat(copy.isOut()).isTrue();
        assertThat(copy.wasMissing()).isTrue();
        assertThat(nodes.told).containsExactly("missing " + LOCATION);
    }

    @Test
    void copyThatComesBackIsToldOnce() {
        fails(CopyTrouble.Kind.NOT_FOUND, 2);
        copy.brought();
        copy.brought();
        assertThat(copy.wasMissing()).isFalse();
        assertThat(nodes.told).containsExactly("missing " + LOCATION, "back " + LOCATION);
    }

    @Test
    void nextWantAsksACopyThatWasGivenUpAgain() {
        fails(CopyTrouble.Kind.FILE, 3);
        copy.anew();
        assertThat(copy.isOut()).isFalse();
        fails(CopyTrouble.Kind.FILE, 2);
        assertThat(copy.isOut()).isFalse();
    }
}
