package org.bdm.server.doctor;

/** Looks at the version of Java that runs the server. */
record JavaVersionCheck(Runtime.Version version) implements HostCheck {
    @Override
    public String id() {
        return "java-version";
    }

    @Override
    public String subject() {
        return "process";
    }

    @Override
    public HostFinding look() {
        String found = "Java " + version;
        if (version.pre().isEmpty()) return HostFinding.ok(found);
        return HostFinding.advice(
                found + ": a build before the release",
                "Install a release of Java 17 or newer and name it in JAVA_HOME.");
    }
}
