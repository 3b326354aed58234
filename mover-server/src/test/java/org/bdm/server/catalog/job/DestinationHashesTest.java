package org.bdm.server.catalog.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

class DestinationHashesTest {
    @Test
    void entriesWithOneDestinationAreNamedInTheirOrder() {
        try (DestinationHashes hashes = new DestinationHashes()) {
            for (int i = 0; i < 3000; i++) hashes.add("bdm://b/data/f" + i % 2998);
            assertThat(hashes.repeated()).containsExactly(0, 1, 2998, 2999);
        }
    }

    @Test
    void differentDestinationsAreNotNamed() {
        try (DestinationHashes hashes = new DestinationHashes()) {
            assertThat(hashes.repeated()).isEmpty();
            for (int i = 0; i < 3000; i++) hashes.add("bdm://b/data/f" + i);
            assertThat(hashes.repeated()).isEmpty();
        }
    }

    @Test
    void aListThatIsLongerThanTheMemoryIsSearchedInParts() {
        for (int entries : new int[] {100, 399, 400, 401, 500, 799, 1_234, 40_000}) {
            try (DestinationHashes hashes = new DestinationHashes(100, 4)) {
                Random random = new Random(17);
                long[] all = random.longs(entries).toArray();
                int first = entries / 3;
                int second = entries - 1;
                all[second] = all[first];
                for (long hash : all) hashes.addHash(hash);
                assertThat(hashes.repeated()).as(entries + " entries").containsExactly(first, second);
            }
        }
    }

    @Test
    void aListOfOneDestinationNamesSomeOfIt() {
        try (DestinationHashes hashes = new DestinationHashes(100, 4)) {
            for (int i = 0; i < 10_000; i++) hashes.addHash(-1);
            assertThat(hashes.repeated()).hasSizeGreaterThan(1).startsWith(0, 1).hasSizeLessThan(10_000);
        }
    }
}
