package org.bdm.server.doctor;

/** Tells whether a bucket can be read safely: the order of its listing, ranges, and whether a replaced object is noticed. */
record BucketReadingCheck(ExaminedBucket bucket) implements HostCheck {
    @Override
    public String id() {
        return "bucket-reading";
    }

    @Override
    public String subject() {
        return bucket.subject();
    }

    @Override
    public HostFinding look() {
        ExaminedBucket.ReadingFound found = bucket.reading().get();
        if (!found.missed().isEmpty())
            return HostFinding.problem(
                    String.join("; ", found.missed()),
                    "Files from this bucket may be missing or mixed; use another store, or a later version of it.");
        String kept = String.join(", ", found.kept());
        if (found.lacking().isEmpty()) return HostFinding.ok(kept);
        return HostFinding.advice(
                String.join("; ", found.lacking()) + (kept.isEmpty() ? "" : "; " + kept),
                "Write objects through the store itself, so that each has an ETag, and look again; see docs/object-stores.md.");
    }
}
