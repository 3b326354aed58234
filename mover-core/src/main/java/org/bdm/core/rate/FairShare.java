package org.bdm.core.rate;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Divides a capacity among users, max-min fair: equal parts by weight; what a user does not demand goes to the others. The parts add up to
 * the capacity at most. Pure.
 */
public final class FairShare {
    private FairShare() {}

    /** Returns the part of each user, in their order. What nobody demands is divided too, so that everybody can grow. */
    public static long[] divide(long capacity, List<ShareWish> wishes) {
        long[] parts = new long[wishes.size()];
        List<Integer> byDemand = new ArrayList<>();
        for (int user = 0; user < parts.length; user++) byDemand.add(user);
        byDemand.sort(Comparator.comparingDouble(user -> byWeight(wishes.get(user))));
        double left = capacity;
        long weight = wishes.stream().mapToLong(ShareWish::weight).sum();
        for (int user : byDemand) {
            ShareWish wish = wishes.get(user);
            double part = Math.min((double) wish.demand(), left * wish.weight() / weight);
            parts[user] = (long) part;
            left -= part;
            weight -= wish.weight();
        }
        if (left >= 1) addUnclaimed(left, wishes, parts);
        return parts;
    }

    private static double byWeight(ShareWish wish) {
        return (double) wish.demand() / wish.weight();
    }

    private static void addUnclaimed(double unclaimed, List<ShareWish> wishes, long[] parts) {
        long weight = wishes.stream().mapToLong(ShareWish::weight).sum();
        for (int user = 0; user < parts.length; user++) {
            parts[user] += (long) (unclaimed * wishes.get(user).weight() / weight);
        }
    }
}
