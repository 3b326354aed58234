package org.bdm.server.site.serving;

import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.apache.coyote.CloseNowException;
import org.bdm.core.fault.MoverException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Ends answers that cannot be completed. */
final class BrokenAnswer {
    private static final Logger LOG = LoggerFactory.getLogger(BrokenAnswer.class);

    private BrokenAnswer() {}

    /** Breaks off: throws the reason if nothing was sent yet, else ends the answer without its last bytes, so that the caller sees it. */
    static void breakOff(MoverException reason, HttpServletResponse response) throws IOException {
        if (!response.isCommitted()) {
            response.reset();
            throw reason;
        }
        LOG.warn("an answer ends early: {}", reason.sentence());
        throw new CloseNowException(reason.sentence(), reason);
    }
}
