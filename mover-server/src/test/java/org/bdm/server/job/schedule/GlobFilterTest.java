package org.bdm.server.job.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.bdm.core.fault.MoverException;
import org.bdm.core.store.StorePath;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GlobFilterTest {
    @ParameterizedTest
    @CsvSource({
        "*.nc, a/b/tas.nc, true",
        "*.nc, a/b/tas.nc4, false",
        "a/*.nc, a/tas.nc, true",
        "a/*.nc, a/b/tas.nc, false",
        "a/**, a/b/tas.nc, true",
        "**/tas.nc, tas.nc, true",
        "**/tas.nc, a/b/tas.nc, true",
        "tas_?.nc, tas_1.nc, true",
        "tas_[0-3].nc, tas_2.nc, true",
        "tas_[!0-3].nc, tas_2.nc, false",
        "'{tas,pr}_*', pr_x, true",
        "/tas.nc, a/tas.nc, false",
        "/tas.nc, tas.nc, true",
        "a.b, axb, false",
        "a/**/b, a/b, true",
        "a/**/b, a/x/y/b, true",
        "a/**/b, a/xb, false",
        "**, a/b, true",
        "'{a,b{1,2}}x', b2x, true",
        "'{a,b{1,2}}x', b3x, false",
        "'{,x}y', y, true",
        "'a,b}', 'a,b}', true",
        "[^a-c]x, dx, true",
        "a[!x]b/c, a/b/c, false",
        "'[]]', ']', true",
        "'[[]a', '[a', true",
        "'[{]a', '{a', true",
        "a*b*c, axxbxxc, true",
        "a*b*c, axxbxx, false",
        "tas_\uD83D\uDE00?, tas_\uD83D\uDE00\uD83D\uDE01, true"
    })
    void matchesAsUsersOfRsyncExpect(String glob, String path, boolean matches) {
        assertThat(new GlobFilter(List.of(glob), List.of()).takesFile(StorePath.ofUtf8(path)))
                .isEqualTo(matches);
    }

    @Test
    void excludeWinsAndKeepsDirectoriesOut() {
        GlobFilter filter = new GlobFilter(List.of("*.nc"), List.of("old"));
        assertThat(filter.takesFile(StorePath.ofUtf8("tas.nc"))).isTrue();
        assertThat(filter.entersDirectory(StorePath.ofUtf8("a/old"))).isFalse();
        assertThat(filter.entersDirectory(StorePath.ofUtf8("a"))).isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "[z-a], is empty",
        "'tas[0-9', '[ is not closed'",
        "'{tas,pr', '{ is not closed'",
        "'{a,[b}', '[ is not closed'"
    })
    void aMalformedGlobIsRefused(String glob, String why) {
        assertThatThrownBy(() -> new GlobFilter(List.of(), List.of(glob)))
                .isInstanceOf(MoverException.class)
                .hasMessageContaining(glob)
                .hasMessageContaining(why);
    }

    @ParameterizedTest
    @CsvSource({
        "CMIP6/tas/*.nc, CMIP6, true",
        "CMIP6/tas/*.nc, CMIP6/tas, true",
        "CMIP6/tas/*.nc, CMIP6/pr, false",
        "CMIP6/tas/*.nc, CMIP6/tas/v1, false",
        "CMIP6/tas/*.nc, CMIP5, false",
        "CMIP6/*/v1/*.nc, CMIP6/pr, true",
        "CMIP6/*/v1/*.nc, CMIP6/pr/v2, false",
        "CMIP6/**, CMIP6/a/b/c, true",
        "**/tas/*.nc, a/b, true",
        "'{CMIP5,CMIP6}/tas/*', CMIP6, true",
        "'{CMIP5,CMIP6}/tas/*', CORDEX, false",
        "tas_*.nc, anything/at/all, true"
    })
    void onlyDirectoriesInWhichAnIncludedFileCanBeAreEntered(String glob, String directory, boolean entered) {
        assertThat(new GlobFilter(List.of(glob), List.of()).entersDirectory(StorePath.ofUtf8(directory)))
                .isEqualTo(entered);
    }

    @Test
    @Timeout(5)
    void noGlobTakesLongerThanItsLengthTimesThatOfTheName() {
        String name = "a".repeat(250);
        for (String glob : List.of("*a".repeat(400) + "b", "**a".repeat(300) + "b", "{a,a*}".repeat(150) + "b")) {
            GlobFilter filter = new GlobFilter(List.of(glob), List.of());
            assertThat(filter.takesFile(StorePath.ofUtf8(name))).isFalse();
        }
    }

    @Test
    void withoutGlobsEverythingIsTaken() {
        assertThat(new GlobFilter(List.of(), List.of()).takesFile(StorePath.ofUtf8("a/b")))
                .isTrue();
    }
}
