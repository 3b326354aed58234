package org.bdm.server.discovery.http;

import java.io.IOException;
import java.io.InputStream;

/** A body sent by strangers, up to a number of bytes: from there on it is refused. Belongs to one thread. */
public class BoundedBody extends CountedBody {
    private final long bytesMax;
    private final Refusal refusal;

    /** The error for a body that is too long. */
    public interface Refusal {
        /** Always throws. */
        void tooLong() throws IOException;
    }

    /** The answer is longer than allowed. */
    public static final class TooLong extends IOException {
        private static final long serialVersionUID = 1L;

        TooLong(long bytesMax) {
            super("the answer is longer than " + bytesMax + " bytes");
        }
    }

    /** With a refusal of its own. */
    public BoundedBody(InputStream in, long bytesMax, Refusal refusal) {
        super(in);
        this.bytesMax = bytesMax;
        this.refusal = refusal;
    }

    /** Refuses by {@link TooLong}. */
    public BoundedBody(InputStream in, long bytesMax) {
        this(in, bytesMax, () -> {
            throw new TooLong(bytesMax);
        });
    }

    @Override
    protected void check() throws IOException {
        if (bytes() > bytesMax) refusal.tooLong();
    }
}
