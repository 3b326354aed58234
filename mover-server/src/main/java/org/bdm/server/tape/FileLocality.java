package org.bdm.server.tape;

import java.util.Locale;

/**
 * The place of a file, as a tape service says in answer to {@code archiveinfo}.
 *
 * @param place the word, as far as it is known
 * @param detail what else was said: an error, or a word that nobody knows; empty if nothing
 */
record FileLocality(Place place, String detail) {
    private static final int DETAIL_CHARS_MAX = 300;

    /** The words of the interface, and what stands for none. */
    enum Place {
        DISK,
        TAPE,
        DISK_AND_TAPE,
        /** Neither; of a file without bytes that is no loss. */
        NONE,
        LOST,
        UNAVAILABLE,
        /** An error in the place of a word: the service does not have the file. */
        MISSING,
        /** Nothing was said of it, or in words that nobody knows. */
        UNKNOWN,
        /** The service answers, and fails when it is asked for this file. */
        FAILED
    }

    static final FileLocality NOT_ANSWERED =
            new FileLocality(Place.UNKNOWN, "the tape service does not say where it is");

    /** Of what is said of a file; either may be empty. A word counts more than an error beside it. */
    static FileLocality of(String word, String error) {
        String detail = error.length() > DETAIL_CHARS_MAX ? error.substring(0, DETAIL_CHARS_MAX) : error;
        for (Place known : Place.values()) {
            boolean isWord = known != Place.MISSING && known != Place.UNKNOWN && known != Place.FAILED;
            if (isWord && known.name().equals(word.strip().toUpperCase(Locale.ROOT)))
                return new FileLocality(known, detail);
        }
        if (!word.isBlank()) return new FileLocality(Place.UNKNOWN, "the tape service says '" + cut(word) + "' of it");
        return error.isEmpty() ? NOT_ANSWERED : new FileLocality(Place.MISSING, detail);
    }

    /** Of a file that is asked for alone, by a service that answers for others: a status of 5xx may pass, another one is no word. */
    static FileLocality failed(int status) {
        String detail = "the tape service answers " + status + " to the question where the file is";
        return new FileLocality(status >= 500 ? Place.FAILED : Place.UNKNOWN, detail);
    }

    private static String cut(String word) {
        return word.length() > 40 ? word.substring(0, 40) + ".." : word;
    }

    /** True if it can be read now. */
    boolean isOnDisk(boolean isEmpty) {
        return place == Place.DISK || place == Place.DISK_AND_TAPE || (place == Place.NONE && isEmpty);
    }

    boolean isOnTapeOnly() {
        return place == Place.TAPE;
    }
}
