package org.bdm.server.site.serving;

import java.util.Locale;
import org.bdm.core.store.FileName;
import org.springframework.http.MediaType;

/** The media types of served files: NetCDF, and bytes of which nothing is said. */
final class MediaTypes {
    private static final String NETCDF = "application/netcdf";

    private MediaTypes() {}

    static String of(FileName file) {
        String name = file.shown().toLowerCase(Locale.ROOT);
        return name.endsWith(".nc") || name.endsWith(".nc4") ? NETCDF : MediaType.APPLICATION_OCTET_STREAM_VALUE;
    }
}
