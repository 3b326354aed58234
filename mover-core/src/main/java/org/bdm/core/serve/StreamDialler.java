package org.bdm.core.serve;

import java.util.concurrent.CompletionStage;
import org.bdm.core.stream.DataStream;
import org.bdm.core.stream.StreamListener;

/** Dials the data port of one site. Any thread, never blocks. */
public interface StreamDialler {
    /** A stream after TLS and before the greeting; fails with {@link org.bdm.core.fault.MoverException}. */
    CompletionStage<DataStream> dial(StreamListener listener);
}
