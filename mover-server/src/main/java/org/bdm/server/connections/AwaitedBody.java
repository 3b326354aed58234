package org.bdm.server.connections;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.jspecify.annotations.Nullable;

/** Reads a body while its time lasts: REQUEST_TOO_SLOW after it. Belongs to one thread. */
public final class AwaitedBody extends FilterInputStream {
    private final WebConnection connection;

    /** Reads what comes over {@code connection}. */
    public AwaitedBody(InputStream in, WebConnection connection) {
        super(in);
        this.connection = connection;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        int read = -1;
        connection.awaitBody();
        try {
            read = in.read(target, offset, length);
        } catch (IOException e) {
            if (connection.isCut()) throw tooSlow(e);
            throw e;
        } finally {
            connection.bodyCame(Math.max(0, read));
        }
        if (read < 0 && connection.isCut()) throw tooSlow(null);
        return read;
    }

    private static MoverException tooSlow(@Nullable IOException cause) {
        String detail = "the body of the request came too slowly";
        return cause == null
                ? new MoverException(ErrorCode.REQUEST_TOO_SLOW, detail)
                : new MoverException(ErrorCode.REQUEST_TOO_SLOW, detail, cause);
    }
}
