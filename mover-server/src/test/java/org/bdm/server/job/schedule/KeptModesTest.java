package org.bdm.server.job.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import org.bdm.core.transfer.ModePolicy;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Permission bits and streams of a job, also of one whose settings an earlier version wrote. */
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
        JobSettings settings = new SettingsJson().read(SETTINGS.formatted(preserves, bits));
        assertThat(settings.transferOptions(0).modes()).isEqualTo(policy);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"'' | 0", "',\"streams\":5' | 5"})
    void streamsAreFoundWhileFilesMoveUnlessAPersonSetThem(String kept, int streams) {
        JobSettings settings = new SettingsJson().read(SETTINGS.formatted(false, kept));
        assertThat(settings.transferOptions(0).streams()).isEqualTo(streams);
    }
}
