package org.bdm.server.discovery.http;

import java.io.IOException;

/** An index sends to an address that is not asked. */
final class RedirectRefused extends IOException {
    private static final long serialVersionUID = 1L;

    RedirectRefused(String why) {
        super(why);
    }
}
