package org.bdm.extension.demo;

import java.util.List;

/**
 * A made-up dataset version.
 *
 * @param number from 1
 * @param id with its version
 * @param project as catalogs name it
 * @param directory of its files below a root, with the version
 * @param files its files, at least one
 * @param newerId the version that takes its place; empty if it is the latest
 * @param heldFiles how many of its files this site holds
 */
record DemoDataset(
        int number,
        String id,
        String project,
        String directory,
        List<Part> files,
        boolean isRetracted,
        String newerId,
        int heldFiles) {
    /** A file with the digest that is published. */
    record Part(String name, long size, byte[] sha256) {}

    DemoDataset {
        files = List.copyOf(files);
    }

    boolean isLatest() {
        return newerId.isEmpty();
    }

    long bytes() {
        return files.stream().mapToLong(Part::size).sum();
    }

    List<Part> held() {
        return files.subList(0, heldFiles);
    }
}
