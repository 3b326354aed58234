package org.bdm.server.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.bdm.core.store.StorePath;
import org.junit.jupiter.api.Test;
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
        "a.b, axb, false"
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

    @Test
    void withoutGlobsEverythingIsTaken() {
        assertThat(new GlobFilter(List.of(), List.of()).takesFile(StorePath.ofUtf8("a/b")))
                .isTrue();
    }
}
