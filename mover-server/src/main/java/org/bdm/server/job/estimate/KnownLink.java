package org.bdm.server.job.estimate;

import java.util.ArrayList;
import java.util.List;
import org.bdm.server.catalog.history.EndedJob;

/**
 * The costs of one link and the misses of its predictions, from earlier jobs.
 *
 * @param jobs that were looked at
 * @param jobsElsewhere of other links, which the costs are drawn to
 */
record KnownLink(int jobs, int jobsElsewhere, CostModel costs, Misses misses) {
    private static final int FEW = 5;

    /** Nothing at all. */
    static final KnownLink NOTHING = new KnownLink(0, 0, CostModel.GUESS, Misses.NONE);

    /** Of all links of this site together; to begin from where a link is new. */
    static KnownLink ofSite(List<EndedJob> newestFirst) {
        List<LinkSample> samples = new ArrayList<>();
        for (EndedJob job : newestFirst) samples.addAll(JobSamples.of(job).values());
        return new KnownLink(0, newestFirst.size(), ModelFit.of(CostModel.GUESS, samples), Misses.NONE);
    }

    /** Of one link. */
    static KnownLink of(String source, List<EndedJob> newestFirst, KnownLink site) {
        List<LinkSample> samples = new ArrayList<>();
        List<Misses.Miss> misses = new ArrayList<>();
        for (EndedJob job : newestFirst) {
            LinkSample sample = JobSamples.of(job).get(source);
            if (sample == null) continue;
            samples.add(sample);
            JobSamples.miss(job).ifPresent(misses::add);
        }
        return new KnownLink(
                samples.size(), site.jobsElsewhere(), ModelFit.of(site.costs(), samples), new Misses(misses));
    }

    /** Says on what it rests. */
    String basis() {
        String own = "from " + jobs + (jobs == 1 ? " job" : " jobs") + " of this link";
        if (jobs >= FEW) return own;
        if (jobs > 0) return own + ", and a guess";
        String unknown = "nothing is known of this link yet";
        if (jobsElsewhere == 0) return "a guess: " + unknown;
        return "a guess from " + jobsElsewhere + (jobsElsewhere == 1 ? " job" : " jobs") + " of other links: "
                + unknown;
    }
}
