package org.bdm.core.finish;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.bdm.core.store.StoreCall;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class OrderOracleTest {
    private static List<StoreCall> rightOrder() {
        return Stream.of(
                        "WRITE job-7/1-1.part",
                        "SET_ATTRIBUTES job-7/1-1.part",
                        "FORCE job-7/1-1.part",
                        "WRITE job-7/chunk-0.journal",
                        "FORCE job-7/chunk-0.journal",
                        "PLACE job-7/1-1.part -> /a/tas.nc",
                        "FORCE_DIRECTORY /a")
                .map(text -> new StoreCall(
                        StoreCall.Kind.valueOf(text.substring(0, text.indexOf(' '))),
                        text.substring(text.indexOf(' ') + 1)))
                .toList();
    }

    /** The right order with one step left out, and with two neighbours exchanged. */
    static Stream<List<StoreCall>> wrongOrders() {
        List<List<StoreCall>> wrong = new ArrayList<>();
        List<StoreCall> right = rightOrder();
        for (int leftOut : new int[] {2, 4, 6}) {
            List<StoreCall> order = new ArrayList<>(right);
            order.remove(leftOut);
            wrong.add(order);
        }
        for (int[] exchanged : new int[][] {{0, 2}, {1, 2}, {3, 4}, {4, 5}, {5, 6}}) {
            List<StoreCall> order = new ArrayList<>(right);
            Collections.swap(order, exchanged[0], exchanged[1]);
            wrong.add(order);
        }
        return wrong.stream();
    }

    @Test
    void oracleTakesTheRightOrder() {
        OrderOracle.check(rightOrder());
    }

    @ParameterizedTest
    @MethodSource("wrongOrders")
    void oracleRejectsEveryWrongOrder(List<StoreCall> order) {
        assertThatThrownBy(() -> OrderOracle.check(order)).isInstanceOf(AssertionError.class);
    }
}
