package org.bdm.core.control.campaign;

import java.util.List;
import java.util.Objects;
import org.bdm.core.control.DatasetQuery;
import org.bdm.core.control.job.JobOptions;
import org.jspecify.annotations.Nullable;

/**
 * Replicates one selection to several sites. The selection is one of source, datasets and query.
 *
 * @param name For people. Such as {@code cmip6}.
 * @param source A tree to replicate; null if datasets or a query say what. Such as {@code bdm://north/data/CMIP6}.
 * @param datasets Names of datasets, with or without version; empty if source or query say what. Such as {@code
 * [CMIP6.CMIP.IPSL.IPSL-CM6A-LR.historical.r1i1p1f1.Amon.tas.gr]}.
 * @param query What indexes find, resolved once when the campaign is created; null if source or datasets say what.
 * @param destinations 1 to 16 directories, each at another site. The first one reads the source; the others take files from those in front
 * of them. Such as {@code ['bdm://south/in/CMIP6', 'bdm://west/in/CMIP6']}.
 * @param options Options of its jobs, without a source policy; null for the defaults.
 * @param confirmBytes totalBytes that a plan of the same selection showed, for a campaign over the limit of the site; null for none. Such
 * as {@code 2800000000000}.
 * @param yes True takes any size; null means false. Such as {@code False}.
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
