package org.bdm.server.attention;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Where a person sees what a request reads, and what a button says that sends it. */
class RemedyWordsTest {
    private static Remedy get(String path) {
        return new Remedy("bdm-client", "GET", "/api/v1" + path, null);
    }

    @ParameterizedTest
    @CsvSource({
        "/holdings?state=CHANGED, /holdings?state=CHANGED",
        "/holdings/history?export=in&path=a%2Fb.nc, /holdings",
        "/purges/purge-3, /holdings/purges/purge-3",
        "/handovers/handover-3, /handovers/handover-3",
        "/disputes/7, /datasets?tab=disputes",
        "/doctor, /settings?tab=doctor",
        "/scrub, /holdings?tab=scrub",
    })
    void whatIsReadIsOnAPageThatThereIs(String path, String page) {
        assertThat(RemedyWords.page(get(path))).isEqualTo(page);
        assertThat(RemedyWords.label(get(path))).isEqualTo(path.equals("/doctor") ? "Check this host" : "Look at it");
    }

    @Test
    void whatChangesSomethingHasNoPageAndSaysWhat() {
        Remedy repair = new Remedy("bdm-client repair", "POST", "/api/v1/jobs", Map.of("kind", "REPAIR"));
        assertThat(RemedyWords.page(repair)).isNull();
        assertThat(RemedyWords.label(repair)).isEqualTo("Repair the files");
    }
}
