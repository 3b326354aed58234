package org.bdm.core.source.http.node;

import java.time.Duration;
import java.util.Locale;
import java.util.Optional;

/**
 * Configuration of the tapes behind one data node.
 *
 * @param staging how files are brought from tape
 * @param patience for which a person is not told that files wait for tape, and a first byte may be awaited; zero: as usual
 * @param window recalls that may be outstanding at once, from the request until the bytes are verified; 0: as usual
 * @param prefix how paths of its tape service differ from those of its addresses
 */
public record TapePolicy(Staging staging, Duration patience, int window, Optional<PathPrefix> prefix) {
    /** The way in which files are brought from tape. */
    public enum Staging {
        /** By the tape service that the node offers, if it offers one. */
        AUTO,
        /** Nobody asks for a tape service: what the node answers counts. */
        NEVER,
        /** By the tape service of the node: without it files wait. */
        TAPE_REST;

        /**
         * Reads {@code auto}, {@code never} or {@code tape-rest}.
         *
         * @throws IllegalArgumentException with a sentence, for another word
         */
        public static Staging of(String text) {
            for (Staging way : values()) if (way.text().equals(text.toLowerCase(Locale.ROOT))) return way;
            throw new IllegalArgumentException("staging is auto, never or tape-rest");
        }

        /** Returns the word, as settings write it. */
        public String text() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    /**
     * The difference of a path of the tape service from that of the address.
     *
     * @param from begin of the path of the address that is left out; empty: nothing
     * @param to what takes its place
     */
    public record PathPrefix(String from, String to) {
        /**
         * Reads {@code TO} or {@code FROM:TO}.
         *
         * @throws IllegalArgumentException with a sentence, for what is neither
         */
        public static PathPrefix of(String text) {
            int middle = text.indexOf(':');
            String from = middle < 0 ? "" : text.substring(0, middle);
            String to = text.substring(middle + 1);
            boolean isPaths = (from.isEmpty() || from.startsWith("/")) && (to.isEmpty() || to.startsWith("/"));
            if (isPaths && !(from.isEmpty() && to.isEmpty())) return new PathPrefix(from, to);
            throw new IllegalArgumentException(
                    "staging-prefix is TO or FROM:TO, such as /pnfs/site or /webdav:/pnfs/site");
        }

        /** Returns the path of the tape service. */
        public String applied(String path) {
            return path.startsWith(from) ? to + path.substring(from.length()) : path;
        }
    }

    /** Longest time that tapes may be waited for. */
    public static final Duration PATIENCE_MAX = Duration.ofDays(30);

    /** Time after which a person is told that files still wait for tape. */
    public static final Duration PATIENCE_USUAL = Duration.ofDays(1);

    /** Most recalls at once that may be set. */
    public static final int WINDOW_MAX = 100_000;

    /** Recalls at once where nothing is set: as many as the strictest tape service takes in one request. */
    public static final int WINDOW_USUAL = 500;

    /** Nothing special. */
    public static final TapePolicy USUAL = new TapePolicy(Staging.AUTO, Duration.ZERO, 0, Optional.empty());

    /** With another way. */
    public TapePolicy staging(Staging way) {
        return new TapePolicy(way, patience, window, prefix);
    }

    /** With this patience. */
    public TapePolicy patience(Duration longest) {
        return new TapePolicy(staging, longest, window, prefix);
    }

    /** With so many recalls at once. */
    public TapePolicy window(int recalls) {
        return new TapePolicy(staging, patience, recalls, prefix);
    }

    /** With paths that differ in their begin. */
    public TapePolicy prefix(PathPrefix changed) {
        return new TapePolicy(staging, patience, window, Optional.of(changed));
    }

    /** Returns the time after which a person is told. */
    public Duration patienceOrUsual() {
        return patience.isZero() ? PATIENCE_USUAL : patience;
    }

    /** Returns the recalls that may be outstanding. */
    public int windowOrUsual() {
        return window == 0 ? WINDOW_USUAL : window;
    }

    /** True if somebody said that there is tape: then a pause, or a long silence, means that a file is being staged. */
    public boolean isTapeTold() {
        return staging != Staging.NEVER && (staging == Staging.TAPE_REST || !patience.isZero());
    }
}
