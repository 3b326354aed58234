package org.bdm.client;

import java.io.InputStream;
import org.bdm.core.control.site.DoctorView;

/** The routes about the machine and the process of the node that answers; errors as in {@link MoverApi}. */
public final class DoctorApi {
    private final RestConnection rest;

    DoctorApi(RestConnection rest) {
        this.rest = rest;
    }

    /** Examines the machine. */
    public DoctorView examine() {
        return rest.get(RestPath.of("/doctor"), Json.type(DoctorView.class));
    }

    /** The support bundle, a zip archive, while the server gathers it; the caller closes the stream. */
    public InputStream bundle() {
        return rest.download(RestPath.of("/doctor/bundle"));
    }
}
