package org.bdm.core.source.bdm;

import java.util.concurrent.CompletionStage;
import org.bdm.core.stream.DataStream;

/** Makes streams to one site: by dialling it, or by asking it to dial us. Any thread, never blocks. */
public interface StreamOpener {
    /**
     * A new stream, on which we send the first hello; it has no listener yet and the caller owns it. Fails with
     * {@link org.bdm.core.fault.MoverException}.
     *
     * @param session names the session that the stream is for
     */
    CompletionStage<DataStream> open(String session);
}
