package org.bdm.extension.demo;

import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;

/** Chance from a seed: each subject draws from its own sequence, so that one more row of one changes no other. One thread. */
final class DemoChance {
    private static final int DIGEST_BYTES = 32;

    private final SplittableRandom random;

    DemoChance(long seed, String subject) {
        this.random = new SplittableRandom(seed * 1_000_003 + subject.hashCode());
    }

    /** From 0, below the bound. */
    int below(int bound) {
        return random.nextInt(bound);
    }

    /** Between both, the second excluded. */
    long between(long least, long end) {
        return random.nextLong(least, end);
    }

    boolean in(int percent) {
        return random.nextInt(100) < percent;
    }

    <T> T of(List<T> values) {
        return values.get(random.nextInt(values.size()));
    }

    /** A size of a file between the two, small ones more often. */
    long size(long least, long most) {
        double at = random.nextDouble();
        return least + (long) ((most - least) * at * at * at);
    }

    byte[] digest() {
        ByteBuffer bytes = ByteBuffer.allocate(DIGEST_BYTES);
        while (bytes.hasRemaining()) bytes.putLong(random.nextLong());
        return bytes.array();
    }

    String hex() {
        return HexFormat.of().formatHex(digest());
    }
}
