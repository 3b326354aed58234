package org.bdm.server.job.estimate;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SourceNameTest {
    @ParameterizedTest
    @CsvSource({
        "bdm://dkrz/replica/CMIP6, dkrz",
        "bdm://dkrz, dkrz",
        "https://esgf.example.org/thredds/tas.nc, esgf.example.org",
        "http://127.0.0.1:8080/tas.nc, 127.0.0.1:8080"
    })
    void isTheSiteOrTheHost(String location, String name) {
        assertThat(SourceName.of(location)).isEqualTo(name);
    }

    /** A job of one dataset has its name as its source; its files have many sources. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "CMIP6.CMIP.IPSL.IPSL-CM6A-LR.historical.r1i1p1f1.Amon.tas.gr.v20180803",
                "",
                "list.csv",
                "ftp://host/x"
            })
    void isNoneForWhatIsNoPlace(String source) {
        assertThat(SourceName.of(source)).isNull();
    }

    @Test
    void ofAnOriginIsTheSameWithAndWithoutTls() {
        assertThat(SourceName.ofOrigin("http://esgf.example.org")).isEqualTo(SourceName.ofOrigin("esgf.example.org"));
    }
}
