package org.bdm.server.catalog.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.bdm.core.replica.MissingCopy;
import org.bdm.server.catalog.OpenCatalog;
import org.bdm.server.catalog.TestDatabase;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(TestDatabase.class)
class MissingCopiesContractTest {
    private static final String URL = "https://one.example/a.nc";

    @Parameter
    TestDatabase database;

    private OpenCatalog open;

    @BeforeEach
    void open() {
        open = OpenCatalog.at(database.prepared());
    }

    @AfterEach
    void close() {
        open.close();
    }

    private MissingCopies missing() {
        return open.catalog.missingCopies();
    }

    @Test
    void occasionsAreCountedOverDaysAndRestarts() {
        Instant begin = open.clock.instant();
        missing().missing(URL).join();
        open.clock.turn(Duration.ofDays(4));
        missing().missing(URL).join();
        assertThat(missing().of(List.of(URL)))
                .containsEntry(URL, new MissingCopy(1, begin, begin, open.clock.instant()));
        open.clock.turn(Duration.ofDays(1));
        open.reopen();
        missing().missing(URL).join();
        open.clock.turn(Duration.ofDays(5));
        missing().missing(URL).join();
        MissingCopy permanent = missing().of(List.of(URL)).get(URL);
        assertThat(permanent).isEqualTo(new MissingCopy(3, begin, open.clock.instant(), open.clock.instant()));
        assertThat(permanent.isLeftAloneAt(open.clock.instant())).isTrue();
    }

    @Test
    void aCopyThatIsBackLosesItsRow() {
        missing().missing(URL).join();
        missing().missing(URL + "4").join();
        missing().isBack(URL).join();
        missing().isBack("https://one.example/never-missing").join();
        assertThat(missing().of(List.of(URL, URL + "4"))).containsOnlyKeys(URL + "4");
    }

    @Test
    void addressesAreFoundAsTheyWerePublished() {
        String published = " https://one.example//tas [1].nc";
        missing().missing("https://one.example//tas%20%5B1%5D.nc").join();
        assertThat(missing().of(List.of(published, "ftp://no.example/x"))).containsOnlyKeys(published);
    }

    @Test
    void oneQuestionFindsThoseOfManyFiles() {
        List<String> many = new ArrayList<>();
        for (int i = 0; i < 1_700; i++) many.add(URL + i);
        for (String each : many.subList(498, 503)) missing().missing(each).join();
        Map<String, MissingCopy> found = missing().of(many);
        assertThat(found).containsOnlyKeys(many.subList(498, 503));
    }

    @Test
    void anAddressThatIsTooLongIsNotKept() {
        String tooLong = URL + "x".repeat(4_000);
        missing().missing(tooLong).join();
        assertThat(missing().of(List.of(tooLong))).isEmpty();
    }
}
