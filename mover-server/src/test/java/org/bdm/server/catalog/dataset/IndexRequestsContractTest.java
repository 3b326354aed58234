package org.bdm.server.catalog.dataset;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.LocalDate;
import java.util.List;
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
class IndexRequestsContractTest {
    private static final LocalDate TODAY = LocalDate.of(2026, 3, 1);

    @Parameter
    TestDatabase database;

    private OpenCatalog open;

    @BeforeEach
    void open() {
        open = OpenCatalog.at(database.empty());
    }

    @AfterEach
    void close() {
        open.close();
    }

    private void keep(RequestsOfDay... counts) {
        open.catalog.indexRequests().keep(List.of(counts)).join();
    }

    @Test
    void countsOfADayNeverBecomeSmallerAndOutliveARestart() {
        RequestsOfDay east = new RequestsOfDay("east", TODAY, 1);
        keep(new RequestsOfDay("west", TODAY, 7), east);
        keep(new RequestsOfDay("west", TODAY, 9));
        keep(new RequestsOfDay("west", TODAY, 8));
        open.reopen();
        assertThat(open.catalog.indexRequests().of(TODAY)).containsExactly(east, new RequestsOfDay("west", TODAY, 9));
    }

    @Test
    void daysThatAreOverAreForgotten() {
        keep(new RequestsOfDay("west", TODAY, 7), new RequestsOfDay("gone", TODAY, 7));
        keep(new RequestsOfDay("west", TODAY.plusDays(1), 0));
        assertThat(open.catalog.indexRequests().of(TODAY)).isEmpty();
        assertThat(open.catalog.indexRequests().of(TODAY.plusDays(1))).hasSize(1);
    }
}
