package org.bdm.server.catalog.dataset;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.LocalDate;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
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
        open = OpenCatalog.at(database.prepared());
    }

    @AfterEach
    void close() {
        open.close();
    }

    private int reserve(String index, LocalDate day, int wanted) {
        return open.catalog.indexRequests().reserve(index, day, wanted, 10);
    }

    @Test
    void noMoreIsGivenThanTheBudgetHasAndARestartGivesNothingAnew() {
        assertThat(reserve("west", TODAY, 7)).isEqualTo(7);
        assertThat(reserve("east", TODAY, 1)).isEqualTo(1);
        open.reopen();
        assertThat(reserve("west", TODAY, 7)).isEqualTo(3);
        assertThat(reserve("west", TODAY, 1)).isZero();
        assertThat(open.catalog.indexRequests().of(TODAY))
                .containsExactly(new RequestsOfDay("east", TODAY, 1), new RequestsOfDay("west", TODAY, 10));
    }

    @Test
    void whatIsGivenBackCanBeHadAgain() {
        assertThat(reserve("west", TODAY, 10)).isEqualTo(10);
        open.catalog.indexRequests().giveBack("west", TODAY, 4);
        assertThat(reserve("west", TODAY, 10)).isEqualTo(4);
    }

    @Test
    void manyThatReserveAtOnceTogetherGetTheBudget() {
        List<CompletableFuture<Integer>> asked = IntStream.range(0, 8)
                .mapToObj(asker -> CompletableFuture.supplyAsync(() -> reserve("west", TODAY, 3)))
                .toList();
        assertThat(asked.stream().mapToInt(CompletableFuture::join).sum()).isEqualTo(10);
    }

    @Test
    void daysThatAreOverAreForgotten() {
        assertThat(reserve("west", TODAY, 7)).isEqualTo(7);
        assertThat(reserve("gone", TODAY, 7)).isEqualTo(7);
        assertThat(reserve("west", TODAY.plusDays(1), 2)).isEqualTo(2);
        assertThat(open.catalog.indexRequests().of(TODAY)).isEmpty();
        assertThat(open.catalog.indexRequests().of(TODAY.plusDays(1))).hasSize(1);
    }
}
