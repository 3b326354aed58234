package org.bdm.core.replica;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import org.bdm.core.fault.MoverException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CopyTest {
    @ParameterizedTest
    @CsvSource({
        "https://a.example//x/y.nc,https://a.example//x/y.nc",
        "http://a.example/x y.nc,http://a.example/x%20y.nc",
        "'http://a.example/CESM1(CAM5.1,FV2)/x[1].nc','http://a.example/CESM1(CAM5.1,FV2)/x%5B1%5D.nc'",
        "http://a.example/100%.nc,http://a.example/100%25.nc",
        "http://a.example/50%20x.nc,http://a.example/50%20x.nc",
        "http://[::1]:8080/a[b],http://[::1]:8080/a%5Bb%5D",
        "http://a.example/Grüße.nc,http://a.example/Gr%C3%BC%C3%9Fe.nc"
    })
    void anAddressStaysAsItWasPublishedButForWhatHasNoPlaceInIt(String published, String asked) {
        assertThat(Copy.location(published)).isEqualTo(URI.create(asked));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "a.nc", "ftp://a.example/x", "globus:8896f38e/x.nc", "https:///x", "http://me:pw@a.example/x"
            })
    void whatIsNoDataNodeIsRefused(String text) {
        assertThatThrownBy(() -> Copy.location(text)).isInstanceOf(MoverException.class);
    }

    @Test
    void aNodeIsItsHostWithThePortUnlessThatIsTheUsualOne() {
        assertThat(new Copy(URI.create("https://A.example:443/x"), 0).node()).isEqualTo("a.example");
        assertThat(new Copy(URI.create("http://a.example/x"), 0).node()).isEqualTo("a.example");
        assertThat(new Copy(URI.create("http://a.example:8080/x"), 0).node()).isEqualTo("a.example:8080");
    }
}
