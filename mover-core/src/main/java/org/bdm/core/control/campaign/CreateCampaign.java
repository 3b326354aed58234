package org.bdm.core.control.campaign;

import java.util.List;
import java.util.Objects;
import org.bdm.core.control.DatasetQuery;
import org.bdm.core.control.job.JobOptions;
import org.jspecify.annotations.Nullable;

/**
 * Body of {@code POST /campaigns} and {@code POST /campaigns/plans}. The selection is one of source, datasets and query.
 *
 * @param name for people
 * @param source {@code bdm://SITE/EXPORT/path} of a tree
 * @param datasets names with or without version
 * @param query what indexes find; resolved once, when the campaign is created
 * @param destinations {@code bdm://SITE/EXPORT/path}, 1 to 16, each at another site; the first reads the source, the others take files from
 *     those in front of them
 * @param options of the jobs, without a source policy
 * @param confirmBytes bytes that a plan of the same selection showed; for a campaign over the limit of the site
 * @param yes takes any size; null means false
 */
public record CreateCampaign(
        String name,
        @Nullable String source,
        List<String> datasets,
        @Nullable DatasetQuery query,
        List<String> destinations,
        @Nullable JobOptions options,
        @Nullable Long confirmBytes,
        @Nullable Boolean yes) {
    /** Refuses a message without a name; an absent list is an empty one. */
    public CreateCampaign {
        Objects.requireNonNull(name, "name is missing");
        datasets = datasets == null ? List.of() : List.copyOf(datasets);
        destinations = destinations == null ? List.of() : List.copyOf(destinations);
    }
}
