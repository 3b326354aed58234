package org.bdm.client.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ByteSizeTest {
    @ParameterizedTest
    @CsvSource({
        "0,0 B",
        "1023,1023 B",
        "1024,1.0 KiB",
        "1536,1.5 KiB",
        "1048575,1.0 MiB",
        "314572800,300.0 MiB",
        "1099511627776,1.0 TiB",
        "9223372036854775807,8.0 EiB"
    })
    void writesBinaryUnits(long bytes, String text) {
        assertThat(ByteSize.text(bytes)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({
        "7,7",
        "100M,104857600",
        "1.5GiB,1610612736",
        "200MB/s,200000000",
        "10Gbit/s,1250000000",
        "1 k,1024",
        "12B,12",
        "80bit/s,10"
    })
    void readsAnyUnit(String text, long bytes) {
        assertThat(ByteSize.parse(text)).isEqualTo(bytes);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "fast", "-1", "1Q", "1e3", "99999999999T"})
    void refusesWhatIsNoSize(String text) {
        assertThatThrownBy(() -> ByteSize.parse(text)).isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @Tag("U3")
    @CsvSource({
        "2Gb/s, 2Gbit/s, 2GB/s",
        "100kb, 100kbit, 100kB",
        "100Kb/s, 100kbit/s, 100kB/s",
        "12b, 12bit, 12B",
        "1.5 Mib, 1.5Mbit, 1.5MiB",
        "10Gbps, 10Gbit/s, 10GB/s",
        "10MBps, 10Mbit/s, 10MB/s",
    })
    void aSmallBIsRefusedWithBothSpellings(String text, String bits, String bytes) {
        assertThatThrownBy(() -> ByteSize.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("'" + text + "' may mean bits or bytes; write " + bits + " or " + bytes);
        assertThat(ByteSize.parse(bits)).isLessThanOrEqualTo(ByteSize.parse(bytes));
    }

    @Test
    void aRateIsASizePerSecond() {}
}
