package org.bdm.server.dataset.replica;

import static org.assertj.core.api.Assertions.assertThat;
import static org.bdm.server.testkit.InventedClaims.DATASET;
import static org.bdm.server.testkit.InventedClaims.sha256;

import org.bdm.server.drs.DatasetName;
import org.bdm.server.testkit.InventedClaims;
import org.junit.jupiter.api.Test;

class ClaimsAtHandTest {
    private static final String NEXT = DATASET.replace("v20190101", "v20200101");
    private static final String LAST = DATASET.replace("v20190101", "v20210101");

    /** A record of the dataset and two of its files. */
    private static InventedClaims told(String index, String dataset) {
        return new InventedClaims()
                .by(index)
                .of(dataset)
                .original("a.org")
                .file("a.org", "1.nc", 10, sha256(1))
                .file("a.org", "2.nc", 10, sha256(2));
    }

    private static void add(ClaimsAtHand atHand, InventedClaims told) {
        told.claims().forEach(atHand::add);
        atHand.end();
    }

    private static String key(String dataset) {
        return DatasetName.of(dataset).key();
    }

    @Test
    void datasetForWhichThereIsNoRoomIsAskedForByNameAsIfNothingHadBeenToldOfIt() {
        ClaimsAtHand atHand = new ClaimsAtHand(5);
        add(atHand, told("west", DATASET));
        add(atHand, told("west", NEXT));
        assertThat(atHand.indexes(key(DATASET))).containsExactly("west");
        assertThat(atHand.indexes(key(NEXT))).isEmpty();
        assertThat(atHand.take(key(NEXT))).isEmpty();
        assertThat(atHand.take(key(DATASET))).hasSize(3);
    }

    @Test
    void roomIsFreeAgainOnceClaimsWereTaken() {
        ClaimsAtHand atHand = new ClaimsAtHand(3);
        add(atHand, told("west", DATASET));
        atHand.take(key(DATASET));
        add(atHand, new InventedClaims().of(NEXT).original("a.org"));
        add(atHand, told("west", LAST));
        assertThat(atHand.take(key(LAST))).hasSize(3);
    }

    @Test
    void whatIsToldOfADatasetLaterIsNotTakenForAllWhenThereWasNoRoomForAPart() {
        ClaimsAtHand atHand = new ClaimsAtHand(4);
        add(atHand, told("west", DATASET));
        add(atHand, told("east", DATASET));
        assertThat(atHand.indexes(key(DATASET))).isEmpty();
        add(atHand, told("west", DATASET));
        assertThat(atHand.indexes(key(DATASET))).isEmpty();
        assertThat(atHand.take(key(DATASET))).isEmpty();
        add(atHand, told("west", NEXT));
        assertThat(atHand.take(key(NEXT))).as("nothing is left of it").hasSize(3);
    }
}
