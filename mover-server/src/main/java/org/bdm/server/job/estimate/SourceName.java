package org.bdm.server.job.estimate;

import org.bdm.core.fault.MoverException;
import org.bdm.core.replica.Copy;
import org.jspecify.annotations.Nullable;

/** Names the source of a link, as the history has it. */
public final class SourceName {
    private static final String SITE = "bdm://";
    private static final String WITHOUT_TLS = "http://";

    private SourceName() {}

    /** The site of {@code bdm://SITE/EXPORT/path}, or the data node of a URL, by its host; null for what is neither. */
    public static @Nullable String of(String location) {
        if (location.startsWith(SITE)) return upToSlash(location.substring(SITE.length()));
        try {
            return new Copy(Copy.location(location), 0).node();
        } catch (MoverException e) { // the name of a dataset, or of an import
            return null;
        }
    }

    /** The same of a place of {@code Origin}: {@code bdm://SITE/EXPORT}, or a host. */
    public static String ofOrigin(String place) {
        if (place.startsWith(SITE)) return upToSlash(place.substring(SITE.length()));
        return place.startsWith(WITHOUT_TLS) ? place.substring(WITHOUT_TLS.length()) : place;
    }

    private static String upToSlash(String text) {
        int end = text.indexOf('/');
        return end < 0 ? text : text.substring(0, end);
    }
}
