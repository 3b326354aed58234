package org.bdm.server.app;

/** The version and commit of this build. */
final class Build {
    private Build() {}

    /** The version in the jar's manifest; {@code development} when run from classes. */
    static String version() {
        String version = Build.class.getPackage().getImplementationVersion();
        return version == null ? "development" : version;
    }
}
