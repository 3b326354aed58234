package org.bdm.server.job.limit;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToIntFunction;
import org.bdm.core.rate.FairShare;
import org.bdm.core.rate.ShareWish;
import org.bdm.server.catalog.limit.LinkUse;
import org.jspecify.annotations.Nullable;

/**
 * Divides several limits among the same users. Each limit is divided by itself, by weight of the priorities; a user has the least of its parts, and what it cannot use of
 * the others goes to those who can. Pure.
 */
final class LimitDivision {
    /** After so many rounds what is left changes little. */
    private static final int ROUNDS = 4;

    private static final long ALL = Long.MAX_VALUE;

    private final List<SharedLimit> limits;
    private final List<LinkUse> uses;
    private long[][] parts; // by limit and user; ALL where the limit does not concern the user

    /**
     * The result for one user.
     *
     * @param bytesPerSecondMax 0 is no limit
     * @param ofJob the part of the limit of its job; {@link Long#MAX_VALUE} without one
     * @param limit the limit that gives the least part; null without one
     */
    record Share(
            long bytesPerSecondMax, long ofJob, @Nullable SharedLimit limit) {}

    private LimitDivision(List<SharedLimit> limits, List<LinkUse> uses) {
        this.limits = limits;
        this.uses = uses;
        this.parts = unlimited();
    }

    private long[][] unlimited() {
        long[][] all = new long[limits.size()][uses.size()];
        for (long[] ofLimit : all) Arrays.fill(ofLimit, ALL);
        return all;
    }

    /**
     * Returns the share of each user, in their order.
     *
     * @param unheard users of a limit that are not known yet, and counted as taking all they get
     */
    static List<Share> divide(List<SharedLimit> limits, List<LinkUse> uses, ToIntFunction<SharedLimit> unheard) {
        LimitDivision division = new LimitDivision(limits, uses);
        int[] others = limits.stream().mapToInt(unheard).toArray();
        for (int round = 0; round < ROUNDS; round++) division.round(others);
        List<Share> shares = new ArrayList<>();
        for (int user = 0; user < uses.size(); user++) shares.add(division.share(user));
        return shares;
    }

    private void round(int[] unheard) {
        long[][] next = unlimited();
        for (int limit = 0; limit < limits.size(); limit++) {
            List<Integer> users = new ArrayList<>();
            List<ShareWish> wishes = new ArrayList<>();
            for (int user = 0; user < uses.size(); user++) {
                if (!limits.get(limit).subject().covers(uses.get(user))) continue;
                users.add(user);
                wishes.add(new ShareWish(uses.get(user).weight(), demand(user, limit)));
            }
            for (int i = 0; i < unheard[limit]; i++)
                wishes.add(new ShareWish(JobTerms.weight(JobTerms.USUAL_PRIORITY), ALL));
            if (users.isEmpty()) continue;
            long[] divided = FairShare.divide(limits.get(limit).bytesPerSecondMax(), wishes);
            for (int i = 0; i < users.size(); i++) next[limit][users.get(i)] = Math.max(1, divided[i]);
        }
        parts = next;
    }

    /** Returns what the user could take of this limit, as far as the others let it. */
    private long demand(int user, int limit) {
        boolean isOfJob = limits.get(limit).subject().kind() == SharedLimit.Kind.JOB;
        long demand = uses.get(user).demand();
        if (!isOfJob) demand = Math.min(demand, uses.get(user).jobPart());
        for (int other = 0; other < parts.length; other++) {
            if (other != limit) demand = Math.min(demand, parts[other][user]);
        }
        return demand;
    }

    private Share share(int user) {
        long least = ALL;
        long ofJob = ALL;
        SharedLimit narrowest = null;
        for (int limit = 0; limit < parts.length; limit++) {
            long part = parts[limit][user];
            if (limits.get(limit).subject().kind() == SharedLimit.Kind.JOB) ofJob = Math.min(ofJob, part);
            if (part >= least) continue;
            least = part;
            narrowest = limits.get(limit);
        }
        return new Share(narrowest == null ? 0 : least, ofJob, narrowest);
    }
}
