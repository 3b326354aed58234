package org.bdm.server.upkeep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.bdm.core.control.DatasetQuery;
import org.bdm.core.control.dataset.CreateSubscription;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.server.catalog.dataset.RunCaps;
import org.bdm.server.dataset.replica.SizeLimits;
import org.bdm.server.discovery.index.IndexWarning;
import org.bdm.server.testkit.FakeFederation;
import org.bdm.server.testkit.InventedClaims;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A standing query with a word that nobody knows would find nothing for ever. */
@Tag("S5")
class SubscribedQueriesTest {
    private static final IndexWarning UNKNOWN = new IndexWarning(
            "west",
            "UNKNOWN_FACET",
            "west: no facet 'experimant_id' is known; the nearest is 'experiment_id'",
            false,
            Instant.EPOCH);

    private final FakeFederation federation = new FakeFederation();
    private final SubscriptionPlans plans = new SubscriptionPlans(federation, SizeLimits.STANDARD, Clock.systemUTC());

    private static CreateSubscription wish(Map<String, List<String>> wanted, Map<String, List<String>> unwanted) {
        DatasetQuery query = new DatasetQuery(wanted, unwanted, null, null, null);
        return new CreateSubscription(
                null, query, "bdm://b/in", null, null, null, null, null, null, null, null, null, null, null);
    }

    private void refused(CreateSubscription wish) {
        for (Runnable asking : List.<Runnable>of(
                () -> assertThat(plans.plan(wish, RunCaps.NONE)).isNull(),
                () -> assertThat(plans.requireKnownFacets(wish)).isFalse())) {
            assertThatThrownBy(asking::run)
                    .isInstanceOfSatisfying(
                            MoverException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_REQUEST))
                    .hasMessageContaining("'experimant_id'")
                    .hasMessageContaining("'experiment_id'");
        }
    }

    @Test
    void aFacetThatNobodyKnowsIsRefusedWithTheNearestName() {
        federation.say(List.of(), UNKNOWN);
        refused(wish(Map.of("experimant_id", List.of("historical")), Map.of()));
    }

    @Test
    void soIsOneThatWouldLeaveNothingOutThoughMuchIsFound() {
        federation.say(
                new InventedClaims()
                        .by("west")
                        .of("CMIP6.a.b.v1")
                        .dataset("a.org", false, true, false, Map.of("project", List.of("CMIP6")))
                        .claims(),
                UNKNOWN);
        refused(wish(Map.of("project", List.of("CMIP6")), Map.of("experimant_id", List.of("historical"))));
    }
}
