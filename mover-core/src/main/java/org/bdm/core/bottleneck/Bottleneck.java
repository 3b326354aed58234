package org.bdm.core.bottleneck;

/**
 * The stage that limits a session.
 *
 * @param stage a word of {@code FetchProgress}
 * @param text names it with the numbers that show it, to follow "limited by"; empty if nothing is known
 */
public record Bottleneck(String stage, String text) {
    /** Nothing limits, since nothing is asked for. */
    public static final Bottleneck NOTHING = new Bottleneck("nothing", "");
}
