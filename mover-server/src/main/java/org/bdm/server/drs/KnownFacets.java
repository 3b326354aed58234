package org.bdm.server.drs;

import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;

/** The facets that records of ESGF have. An index that is asked for another one finds nothing, and does not say why. */
public final class KnownFacets {
    /** Of records of many projects, besides those that directories are made of. */
    private static final List<String> COMMON = List.of(
            ("access bias_adjustment cf_standard_name creation_date data_node data_specs_version dataset_category"
                            + " dataset_id datetime_start datetime_stop domain_id experiment_family experiment_title"
                            + " forcing frequency grid grid_label id index_node instance_id latest master_id"
                            + " mip_era model_cohort nominal_resolution pid processing_level product project realm region"
                            + " replica retracted short_description source_type source_version sub_experiment_id target_mip_list"
                            + " title tracking_id type variable_long_name variable_units variant_label variable_branding_suffix version")
                    .split(" "));

    private static final Set<String> ALL = of(List.of(DrsProject.values()));

    private KnownFacets() {}

    /** True if records of any project have it, under either of its names. */
    public static boolean contains(String facet) {
        return ALL.contains(facet) || FacetSpelling.otherName(facet).isPresent();
    }

    /** The facet that is spelled most like this one: of these projects, if one of them is known, else of any. */
    public static String nearest(String facet, Collection<String> projects) {
        List<DrsProject> known =
                projects.stream().map(DrsProject::of).filter(Objects::nonNull).toList();
        return NearestName.of(facet, known.isEmpty() ? ALL : of(known));
    }

    private static Set<String> of(List<DrsProject> projects) {
        Set<String> facets = new TreeSet<>(COMMON);
        projects.forEach(project -> project.layouts().forEach(facets::addAll));
        return facets;
    }
}
