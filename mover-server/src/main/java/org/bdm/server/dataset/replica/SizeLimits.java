package org.bdm.server.dataset.replica;

/**
 * Size beyond which a campaign or a subscription is kept only when somebody confirmed it.
 *
 * @param bytes beyond these it needs a confirmation
 * @param files beyond these it needs a confirmation
 */
public record SizeLimits(long bytes, long files) {
    /** 10 TB, 100,000 files. */
    public static final SizeLimits STANDARD = new SizeLimits(10_000_000_000_000L, 100_000);

    /** True if so much needs a confirmation. */
    public boolean areExceededBy(long otherBytes, long otherFiles) {
        return otherBytes > bytes || otherFiles > files;
    }
}
