package org.bdm.server.connections;

import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** Writes refusals made outside every resource, and the headers that every answer has. Any thread. */
public interface Refusals {
    /** Sets the headers that keep browsers safe. */
    void protect(HttpServletResponse response);

    /** Answers that there is no room for the request. */
    void tooMany(HttpServletResponse response) throws IOException;

    /**
     * Answers what the container refused.
     *
     * @param status at least 400
     */
    void container(HttpServletResponse response, int status) throws IOException;
}
