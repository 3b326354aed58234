package org.bdm.core.id;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("U3")
class ByteRateTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "100000; 100 kB/s = 800 kbit/s",
                "250000000; 2 Gbit/s = 250 MB/s",
                "1250000000; 10 Gbit/s = 1.25 GB/s",
                "125000; 1 Mbit/s = 125 kB/s",
                "104857600; 100 MiB/s, about 839 Mbit/s",
                "1610612736; 1.5 GiB/s, about 12.9 Gbit/s",
                "200000000; 200 MB/s = 1.6 Gbit/s",
                "500000000; 500 MB/s = 4 Gbit/s",
                "1048576; 1 MiB/s, about 8.39 Mbit/s",
                "1; 1 B/s = 8 bit/s",
                "65536; 64 KiB/s, about 524 kbit/s",
                "123456789; 123456789 B/s, about 988 Mbit/s",
                "1265625000; 10.125 Gbit/s, about 1.27 GB/s",
                "12345000000; 98.76 Gbit/s, about 12.3 GB/s",
                "1543125; 12.345 Mbit/s, about 1.54 MB/s",
                "123456; 123.456 kB/s, about 988 kbit/s",
                "150000; 150 kB/s = 1.2 Mbit/s",
                "1500000; 1.5 MB/s = 12 Mbit/s",
                "9223372036854775807; 9223372036854775807 B/s, about 73800 Pbit/s",
            })
    void aLimitIsShownAsItIsTypedAndInTheOtherUnit(long bytesPerSecond, String text) {
        assertThat(ByteRate.limit(bytesPerSecond)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0 bit/s",
        "1, 8 bit/s",
        "100000, 800.0 kbit/s",
        "12500000, 100.0 Mbit/s",
        "1175000000, 9.4 Gbit/s",
        "124999, 1.0 Mbit/s"
    })
    void whatIsMeasuredIsInBits(long bytesPerSecond, String text) {
        assertThat(ByteRate.text(bytesPerSecond)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({
        "33333, 100000, 33.3 kB/s",
        "125000000, 250000000, 1 Gbit/s",
        "50000000, 100000000, 50 MB/s",
        "0, 100, 0 B/s"
    })
    void aPartOfALimitIsInItsUnit(long part, long limit, String text) {
        assertThat(ByteRate.part(part, limit)).isEqualTo(text);
    }
}
