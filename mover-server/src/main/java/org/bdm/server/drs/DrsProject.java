package org.bdm.server.drs;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
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
    OBS4MIPS(
            "obs4MIPs",
            "project institution_id source_id frequency variable_id grid_label",
            "project institute source_id realm time_frequency");

    private static final List<DrsProject> ALL =
            List.of(values()); // values() copies, and this is asked for each directory of each file
    private static final int INSTITUTE_OF_CORDEX = 3;
    private static final int MODEL_OF_CORDEX = 7;

    private final String directory;
    private final List<List<String>> layouts;

    DrsProject(String directory, String... layouts) {
        this.directory = directory;
        this.layouts =
                Stream.of(layouts).map(facets -> List.of(facets.split(" "))).toList();
    }

    /** The project of a directory name in any case; null if it is none. */
    public static @Nullable DrsProject of(String directory) {
        for (DrsProject project : ALL) {
            if (project.directory.equalsIgnoreCase(directory)) return project;
        }
        return null;
    }

    /** The directory of the project itself, below which all else is: spelled in one way, however indexes spell it. */
    public String directory() {
        return directory;
    }

    /** One for each directory, that of the project first, as the project has them now. */
    public List<String> facets() {
        return layouts.get(0);
    }

    /** The facets that it has now, and those that it had before. */
    public List<List<String>> layouts() {
        return layouts;
    }

    /** The facets that the name of a dataset tells, in their order. Empty if its project is not known, or if it may be taken apart in several ways. */
    public static Map<String, String> facetsOf(DatasetName name) {
        return DrsValues.of(name, Map.of()).orElse(Map.of());
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

    /** True if a directory below the version is a variable: only there. */
    public boolean hasVariableBelowVersion() {
        return this == CMIP5;
    }
}
