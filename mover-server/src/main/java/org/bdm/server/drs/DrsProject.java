package org.bdm.server.drs;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The directories of a project above its version directory, by the names of their facets: the data reference syntax (DRS), as the
 * configuration of ESGF publishers has it. A project whose directories do not make its dataset id, as E3SM, is not here.
 */
public enum DrsProject {
    CMIP5("cmip5", "project product institute model experiment time_frequency realm cmor_table ensemble"),
    CMIP6(
            "CMIP6",
            "mip_era activity_id institution_id source_id experiment_id member_id table_id variable_id grid_label"),
    CMIP6_PLUS(
            "CMIP6Plus",
            "mip_era activity_id institution_id source_id experiment_id member_id table_id variable_id grid_label"),
    MIP_DRS7(
            "MIP-DRS7",
            "drs_specs mip_era activity_id institution_id source_id experiment_id variant_label region frequency "
                    + "variable_id branding_suffix grid_label"),
    CORDEX(
            "cordex",
            "project product domain institute driving_model experiment ensemble rcm_name rcm_version time_frequency "
                    + "variable"),
    CORDEX_CMIP6(
            "CORDEX-CMIP6",
            "project activity_id domain_id institution_id driving_source_id driving_experiment_id "
                    + "driving_variant_label source_id version_realization frequency variable_id"),
    INPUT4MIPS(
            "input4MIPs", "project mip_era target_mip institution_id source_id realm frequency variable_id grid_label"),
    OBS4MIPS("obs4MIPs", "project institution_id source_id frequency variable_id grid_label");

    private static final int INSTITUTE_OF_CORDEX = 3;
    private static final int MODEL_OF_CORDEX = 7;

    private final String directory;
    private final List<String> facets;

    DrsProject(String directory, String facets) {
        this.directory = directory;
        this.facets = List.of(facets.split(" "));
    }

    /** The project of a directory name in any case; null if it is none. */
    public static @Nullable DrsProject of(String directory) {
        for (DrsProject project : values()) {
            if (project.directory.equalsIgnoreCase(directory)) return project;
        }
        return null;
    }

    /** One for each directory, that of the project first. */
    public List<String> facets() {
        return facets;
    }

    /**
     * The facets that the name of a dataset tells, in their order. Empty if its project is not known, or if it has more or fewer parts than the
     * project has facets, as where values hold dots themselves.
     */
    public static Map<String, String> facetsOf(DatasetName name) {
        List<String> parts = List.of(name.masterId().split("\\.", -1));
        DrsProject project = of(parts.get(0));
        if (project == null || project.facets.size() != parts.size()) return Map.of();
        Map<String, String> facets = new LinkedHashMap<>();
        for (int i = 0; i < parts.size(); i++) facets.put(project.facets.get(i), parts.get(i));
        return facets;
    }

    /** The value of a facet, where the directory is not spelled as the dataset id. */
    String value(List<String> directories, int facet) {
        String value = directories.get(facet);
        if (facet == 0) return directory;
        if (this == CORDEX && facet == MODEL_OF_CORDEX) {
            // The directory is INSTITUTE-MODEL, the id has MODEL.
            String institute = directories.get(INSTITUTE_OF_CORDEX) + "-";
            return value.startsWith(institute) ? value.substring(institute.length()) : value;
        }
        return value;
    }

    /** Whether a directory below the version is a variable: only there. */
    public boolean hasVariableBelowVersion() {
        return this == CMIP5;
    }
}
