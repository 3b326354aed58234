package org.bdm.server.doctor;

/** Tells what was found when the file system of a writable export was tried out: how files are placed, and what they lose. */
record PlacingCheck(ExaminedDirectory directory, ExaminedDirectory.WritingTo writing) implements HostCheck {
    @Override
    public String id() {
        return "placing";
    }

    @Override
    public String subject() {
        return directory.subject();
    }

    @Override
    public HostFinding look() {
        ExaminedDirectory.WritingFound found = writing.look();
        String problem = found.problem();
        if (problem != null) {
            return HostFinding.problem(
                    "offered read-only: " + problem,
                    "Use XFS, ext4 or a parallel file system, or mend the cause, and restart the server; or offer it as"
                            + " NAME=DIR:ro.");
        }
        if (found.lost().isEmpty()) return HostFinding.ok(found.placing());
        return HostFinding.advice(
                found.placing() + "; " + String.join("; ", found.lost()),
                "Files arrive whole. To keep what is lost, use XFS, ext4 or a parallel file system.");
    }
}
