package org.bdm.core.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A source decides no more about permissions here than it was asked to. */
class ModePolicyTest {
    @ParameterizedTest
    @CsvSource({
        "0644,0644",
        "0755,0755",
        "04755,0755",
        "02755,0755",
        "07777,0775",
        "0666,0664",
        "0002,0",
        "01777,0775",
        "0,0",
        "0100644,0644"
    })
    void keptModesHaveNeitherSetUserIdNorSetGroupIdNorWritingByEverybody(String ofSource, String placed) {
        int mode = ModePolicy.PLAIN_BITS_OF_SOURCE.ofFile(0644, Integer.parseInt(ofSource, 8));
        assertThat(Integer.toOctalString(mode)).isEqualTo(Integer.toOctalString(Integer.parseInt(placed, 8)));
    }

    @Test
    void setGroupIdOfADirectoryIsThatOfTheJob() {
        assertThat(ModePolicy.PLAIN_BITS_OF_SOURCE.ofDirectory(02755, 0777)).isEqualTo(02775);
        assertThat(ModePolicy.PLAIN_BITS_OF_SOURCE.ofDirectory(0755, 06777)).isEqualTo(0775);
    }

    @Test
    void everyBitIsKeptOnlyWhereThatIsAskedFor() {
        assertThat(ModePolicy.ALL_BITS_OF_SOURCE.ofFile(0644, 06777)).isEqualTo(06777);
        assertThat(ModePolicy.ALL_BITS_OF_SOURCE.ofDirectory(02755, 0700)).isEqualTo(0700);
        assertThat(ModePolicy.GIVEN.ofFile(0644, 07777)).isEqualTo(0644);
        assertThat(ModePolicy.GIVEN.ofDirectory(02755, 07777)).isEqualTo(02755);
    }
}
