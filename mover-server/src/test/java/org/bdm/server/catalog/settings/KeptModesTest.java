package org.bdm.server.catalog.settings;

import static org.assertj.core.api.Assertions.assertThat;

import org.bdm.core.transfer.ModePolicy;
import org.bdm.core.transfer.PinnedWorkers;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Permission bits and numbers of workers of a job, also of one whose settings an earlier version wrote. */
class KeptModesTest {
    private static final String SETTINGS =
            "{\"syncLevel\":\"MTIME\",\"onConflict\":\"SKIP\",\"verify\":\"STREAM\",\"digest\":\"SHA256\","
                    + "\"symlinks\":\"KEEP\",\"include\":[],\"exclude\":[],\"reuse\":\"OFF\",\"alsoAt\":[],\"preserveMode\":%s%s}";

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "false | '' | GIVEN",
                "true | '' | PLAIN_BITS_OF_SOURCE",
                "true | ',\"modeBits\":\"PLAIN\"' | PLAIN_BITS_OF_SOURCE",
                "true | ',\"modeBits\":\"ALL\"' | ALL_BITS_OF_SOURCE",
                "false | ',\"modeBits\":\"ALL\"' | GIVEN",
            })
    void bitsThatMayHarmAreKeptOnlyByAJobThatAskedForThem(boolean preserves, String bits, ModePolicy policy) {
        JobSettings settings = SettingsJson.read(SETTINGS.formatted(preserves, bits));
        assertThat(settings.transferOptions(0).modes()).isEqualTo(policy);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "'' | 0 | 0 | 0 | 0",
                "',\"streams\":5' | 5 | 0 | 0 | 0",
                "',\"streams\":5,\"readers\":4,\"writers\":3,\"hashers\":2' | 5 | 4 | 3 | 2",
            })
    void workersAreFoundWhileFilesMoveUnlessAPersonSetThem(
            String kept, int streams, int readers, int writers, int hashers) {
        JobSettings settings = SettingsJson.read(SETTINGS.formatted(false, kept));
        assertThat(settings.transferOptions(0).pinned())
                .isEqualTo(new PinnedWorkers(streams, readers, writers, hashers));
    }
}
