package org.bdm.core.source.http;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.bdm.core.source.http.HttpFixture.netcdf;
import static org.bdm.core.source.http.HttpFixture.unvouched;
import static org.bdm.core.source.http.HttpFixture.wanted;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.replica.Copy;
import org.bdm.core.replica.MissingCopy;
import org.bdm.core.source.WantedFile;
import org.bdm.core.source.http.question.Validators;
import org.bdm.core.store.DirectoryEntry;
import org.bdm.core.store.FileVersion;
import org.junit.jupiter.api.Test;

/** What a file is said to be now, from copies that disagree, fail or have changed. */
class FileStatusesTest extends TwoDataNodes {
    private static final Instant NOW = Instant.ofEpochSecond(1_700_000_000L); // of the fixture

    private Optional<DirectoryEntry> status(WantedFile file, FileVersion expected, List<Copy> copies) throws Exception {
        return source().statusOf(file.file(), file.path(), expected, copies)
                .toCompletableFuture()
                .get(20, SECONDS);
    }

    private FileVersion version(WantedFile file, FileVersion expected) throws Exception {
        return status(file, expected, file.copies()).orElseThrow().status().version();
    }

    private void assertFails(WantedFile file, List<Copy> copies, ErrorCode code) {
        assertThatThrownBy(() -> status(file, file.expected(), copies))
                .isInstanceOf(ExecutionException.class)
                .cause()
                .isInstanceOfSatisfying(
                        MoverException.class, e -> assertThat(e.code()).isEqualTo(code));
    }

    private static FileVersion identified(FakeFile served, long size) {
        Validators said = new Validators(
                size, Optional.ofNullable(served.entityTag()), Optional.ofNullable(served.lastModified()));
        return new FileVersion(size, said.modified(), said.modified(), said.identity());
    }

    @Test
    void fileThatNoCopyHasIsNotThere() throws Exception {
        WantedFile file = unvouched(wanted(1, SIZE, first.url(PATH), second.url(PATH)));
        assertThat(status(file, file.expected(), file.copies())).isEmpty();
    }

    @Test
    void fileThatACopyMayStillHaveIsNotSaidToBeGone() {
        second.close();
        WantedFile file = unvouched(wanted(1, SIZE, first.url(PATH), second.url(PATH)));
        assertFails(file, file.copies(), ErrorCode.DATA_NODE_UNREACHABLE);
    }

    @Test
    void copyThatWantsALoginIsNoProofThatTheFileIsGone() {
        second.always(PATH, FakeAnswer.status(403, "who are you"));
        WantedFile file = unvouched(wanted(1, SIZE, first.url(PATH), second.url(PATH)));
        assertFails(file, file.copies(), ErrorCode.LOGIN_NEEDED);
    }

    @Test
    void otherSizeIsBelievedOnlyIfNoOtherCopyMayStillCome() throws Exception {
        first.put(PATH, netcdf(SIZE - 1, 1));
        WantedFile file = unvouched(wanted(1, SIZE, first.url(PATH), second.url(PATH)));
        assertThat(version(file, file.expected()).size()).isEqualTo(SIZE - 1);
        second.close();
        assertFails(file, file.copies(), ErrorCode.DATA_NODE_UNREACHABLE);
    }

    @Test
    void copyOfTheExpectedSizeIsBelievedAlthoughAnotherHasAnotherSize() throws Exception {
        first.put(PATH, netcdf(SIZE - 1, 1));
        second.put(PATH, BYTES);
        WantedFile file = unvouched(wanted(1, SIZE, first.url(PATH), second.url(PATH)));
        assertThat(version(file, file.expected())).isEqualTo(file.expected());
    }

    @Test
    void fileOfWhichAllCopiesAreLeftAloneIsNotFoundAndNobodyIsAsked() {
        WantedFile file = unvouched(wanted(1, SIZE, first.put(PATH, BYTES)));
        MissingCopy missing = new MissingCopy(3, NOW.minus(Duration.ofDays(11)), NOW, NOW);
        List<Copy> copies = file.copies().stream()
                .map(copy -> copy.withMissing(Optional.of(missing)))
                .toList();
        assertFails(file, copies, ErrorCode.SOURCE_NOT_FOUND);
        assertThat(first.requests()).isEmpty();
    }

    @Test
    void fileWithoutAnyAddressOfTheWebIsNotSupported() {
        WantedFile file = unvouched(wanted(1, SIZE));
        assertFails(file, List.of(Copy.atSite("bdm://there/data/a.nc", 0)), ErrorCode.UNSUPPORTED);
    }

    @Test
    void identifiedFileIsTheExpectedOneOnlyWithTheSameEntityTag() throws Exception {
        FakeFile served = FakeFile.of(BYTES);
        first.put(PATH, served);
        WantedFile file = unvouched(wanted(1, SIZE, first.url(PATH)));
        FileVersion listed = identified(served, SIZE);
        FileVersion expected = new FileVersion(SIZE, Instant.EPOCH, Instant.EPOCH, listed.inode());
        assertThat(version(file, expected)).isEqualTo(expected);
        FileVersion other = new FileVersion(SIZE, Instant.EPOCH, Instant.EPOCH, listed.inode() + 1);
        assertThat(version(file, other)).isEqualTo(listed);
    }

    @Test
    void fileThatChangedUnderTheSessionIsNotTheListedOneAny() throws Exception {
        URI location = first.put(PATH, BYTES);
        WantedFile file = unvouched(wanted(1, SIZE, location));
        source().want(List.of(file));
        assertArrived(file);
        assertThat(version(file, file.expected())).isEqualTo(file.expected());
        first.put(PATH, netcdf(SIZE, 77));
        FileVersion changed = version(file, file.expected());
        assertThat(changed.sameButForChangeTime(file.expected())).isFalse();
        assertThat(version(file, file.expected()))
                .as("told once: from then on it is what it is now")
                .isEqualTo(file.expected());
    }

    @Test
    void changeOfContentIsToldAlthoughTimeAndTagAreTheListedOnes() throws Exception {
        FakeFile before = FakeFile.of(BYTES);
        first.put(PATH, before);
        WantedFile file = unvouched(wanted(1, SIZE, first.url(PATH)));
        source().want(List.of(file));
        assertArrived(file);
        FakeFile after = FakeFile.of(netcdf(SIZE, 77));
        first.put(PATH, after);
        FileVersion now = version(file, identified(after, SIZE));
        assertThat(now.size()).isEqualTo(SIZE);
        assertThat(now.inode()).as("a number that no file has").isEqualTo(-1);
    }

    @Test
    void copyThatWasNotReadFromSaysNothingAboutAChange() throws Exception {
        WantedFile file = unvouched(wanted(1, SIZE, first.put(PATH, BYTES), second.put(PATH, BYTES)));
        source().want(List.of(file));
        assertArrived(file);
        first.close();
        second.put(PATH, FakeFile.of(BYTES).ofThredds());
        assertThat(version(file, file.expected())).isEqualTo(file.expected());
    }
}
