package org.bdm.server.upkeep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.bdm.server.upkeep.ArchiveSite.NEW;
import static org.bdm.server.upkeep.ArchiveSite.OLD;
import static org.bdm.server.upkeep.ArchiveSite.announcing;
import static org.bdm.server.upkeep.ArchiveSite.path;

import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.server.catalog.dataset.ReplicaClaim;
import org.bdm.server.catalog.holding.DatasetMark;
import org.bdm.server.catalog.holding.HoldingPolicy;
import org.bdm.server.catalog.holding.HoldingState;
import org.bdm.server.catalog.removal.PurgePlan;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Whether a version that is here as it is listed may take the place of another. */
class SuccessorExtentTest {
    private static final String[] TEN = names(10);
    private static final OptionalLong SILENT = OptionalLong.empty();
    private static final OptionalLong BYTES_OF_TEN = OptionalLong.of(40);

    private ArchiveSite site;

    @BeforeEach
    void open(@TempDir Path home) {
        site = new ArchiveSite(home);
        site.hold(OLD, TEN);
        site.publish(OLD, false, TEN);
    }

    @AfterEach
    void close() {
        site.close();
    }

    /** Names of four bytes, which are the content, too. */
    private static String[] names(int count) {
        return IntStream.range(0, count).mapToObj(i -> (char) ('a' + i) + ".nc").toArray(String[]::new);
    }

    private static OptionalLong files(long count) {
        return OptionalLong.of(count);
    }

    private void assertOldStays() {
        assertThat(site.state(OLD, "a.nc")).isEqualTo(HoldingState.VERIFIED);
        assertThat(site.mark(OLD).map(DatasetMark::isInForce).orElse(false)).isFalse();
        assertThat(site.plan(false).amount().files()).isZero();
    }

    static Stream<Arguments> contradictions() {
        return Stream.of(
                Arguments.of("more files announced than listed", List.of(announcing("east", files(12), SILENT))),
                Arguments.of("fewer files announced than listed", List.of(announcing("east", files(9), SILENT))),
                Arguments.of("no file announced", List.of(announcing("east", files(0), SILENT))),
                Arguments.of(
                        "more bytes announced than listed",
                        List.of(announcing("east", files(10), OptionalLong.of(41)))),
                Arguments.of(
                        "fewer bytes announced than listed",
                        List.of(announcing("east", files(10), OptionalLong.of(39)))),
                Arguments.of(
                        "two indexes announce different numbers",
                        List.of(
                                announcing("east", files(10), BYTES_OF_TEN),
                                announcing("west", files(12), BYTES_OF_TEN))),
                Arguments.of(
                        "one index announces nothing and the other one more than is listed",
                        List.of(announcing("east", SILENT, SILENT), announcing("west", files(12), SILENT))));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("contradictions")
    void aVersionOfContradictingExtentNeverTakesThePlaceOfAnother(String why, List<ReplicaClaim> claims) {
        site.hold(NEW, TEN);
        site.announce(NEW, claims, TEN);
        assertOldStays();
    }

    @Test
    void aVersionWhoseClaimsAgreeTakesThePlaceOfTheOldOne() {
        site.hold(NEW, TEN);
        site.announce(
                NEW, List.of(announcing("east", files(10), BYTES_OF_TEN), announcing("west", SILENT, SILENT)), TEN);
        assertThat(site.state(OLD, "a.nc")).isEqualTo(HoldingState.SUPERSEDED);
    }

    @Test
    void aMarkIsTakenBackWhenTheListingShrinksAfterwards() {
        site.hold(NEW, TEN);
        site.announce(NEW, List.of(announcing("east", files(10), BYTES_OF_TEN)), TEN);
        PurgePlan plan = site.plan(false);
        assertThat(plan.amount().files()).isEqualTo(10);
        site.announce(NEW, List.of(announcing("east", files(10), BYTES_OF_TEN)), names(3));
        assertThat(site.apply(plan).application().removedFiles()).isZero();
        assertThat(site.on(path(OLD, "a.nc"))).exists();
        assertOldStays();
    }

    @Test
    void aMarkIsTakenBackWhenAnotherIndexAnnouncesMore() {
        site.hold(NEW, TEN);
        site.announce(NEW, List.of(announcing("east", files(10), BYTES_OF_TEN)), TEN);
        PurgePlan plan = site.plan(false);
        site.announce(NEW, List.of(announcing("west", files(12), SILENT)), TEN);
        assertThat(site.apply(plan).application().removedFiles()).isZero();
        assertOldStays();
    }

    @Test
    void aVersionWithFarFewerFilesNeedsAPerson() {
        site.hold(NEW, names(8));
        site.announce(NEW, List.of(announcing("east", files(8), OptionalLong.of(32))), names(8));
        assertOldStays();
    }

    @Test
    void aVersionWithFarFewerBytesNeedsAPerson() {
        String[] shorter =
                Stream.of(names(10)).map(name -> name.substring(0, 1)).toArray(String[]::new);
        site.hold(NEW, shorter);
        site.publish(NEW, false, shorter);
        assertOldStays();
    }

    @Test
    void aVersionWithOneFileOfTenLessTakesThePlaceOfTheOldOne() {
        site.hold(NEW, names(9));
        site.publish(NEW, false, names(9));
        assertThat(site.state(OLD, "a.nc")).isEqualTo(HoldingState.SUPERSEDED);
    }

    @Test
    void whatIsHeldOfTheOldVersionCountsAlsoIfItIsNoLongerListed() {
        site.publish(OLD, false, names(3));
        site.hold(NEW, names(3));
        site.publish(NEW, false, names(3));
        assertOldStays();
    }

    @Test
    void whatAPersonConfirmsTakesThePlaceUntilSomethingElseIsListedOrAnnounced() {
        site.hold(NEW, names(3));
        site.announce(NEW, List.of(announcing("east", files(10), SILENT)), names(3));
        assertOldStays();
        DatasetMark doubtful = site.mark(OLD).orElseThrow();
        assertThat(doubtful.needsPerson()).isTrue();
        assertThat(doubtful.reason()).contains("east announces 10 files at a.org, listed are 3");
        assertThat(site.catalog.marks().needingPerson(10)).containsExactly(doubtful);
        assertThat(site.events()).contains("NEWER_VERSION_DOUBTFUL");

        site.confirm(NEW);
        assertThat(site.state(OLD, "a.nc")).isEqualTo(HoldingState.SUPERSEDED);
        assertThat(site.catalog.marks().needingPerson(10)).isEmpty();
        site.announce(NEW, List.of(announcing("east", files(10), SILENT)), names(3));
        assertThat(site.state(OLD, "a.nc")).as("the same again").isEqualTo(HoldingState.SUPERSEDED);
        site.announce(NEW, List.of(announcing("east", files(11), SILENT)), names(3));
        assertOldStays();
    }

    @Test
    void aPersonConfirmsWhatWasSeenAndNothingElse() {
        site.publish(NEW, false, names(3));
        assertThatThrownBy(() ->
                        site.catalog.replicaSets().confirm(NEW, 4, 16, "ann").join())
                .rootCause()
                .isInstanceOfSatisfying(
                        MoverException.class, error -> assertThat(error.code()).isEqualTo(ErrorCode.ILLEGAL_STATE));
    }

    /** As an older program marked it, which looked at listed files only. */
    private void markAsAnOlderProgram() {
        site.hold(NEW, TEN);
        site.announce(NEW, List.of(announcing("east", files(10), BYTES_OF_TEN)), TEN);
        site.restartAfter("UPDATE replica_claim SET files = 12");
        assertThat(site.state(OLD, "a.nc")).isEqualTo(HoldingState.SUPERSEDED);
    }

    @Test
    void aMarkOfAnOlderProgramIsTakenBackAfterAStart() {
        markAsAnOlderProgram();
        new HoldingPolicies(
                        site.catalog,
                        site.exports,
                        PolicyChoice.always(HoldingPolicy.KEEP, HoldingPolicy.QUARANTINE),
                        site.purging)
                .pass();
        assertOldStays();
        assertThat(site.on(path(OLD, "a.nc"))).exists();
    }

    @Test
    void aMarkOfAnOlderProgramIsInNoPlan() {
        markAsAnOlderProgram();
        assertThat(site.plan(false).amount().files()).isZero();
    }

    @Test
    void aPlanOfAnOlderProgramRemovesNothing() {
        site.hold(NEW, TEN);
        site.announce(NEW, List.of(announcing("east", files(10), BYTES_OF_TEN)), TEN);
        PurgePlan plan = site.plan(false);
        site.restartAfter("UPDATE replica_claim SET files = 12");
        assertThat(site.apply(plan).application().removedFiles()).isZero();
        assertThat(site.on(path(OLD, "a.nc"))).exists();
    }
}
