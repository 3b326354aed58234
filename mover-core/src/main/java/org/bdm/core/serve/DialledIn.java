package org.bdm.core.serve;

import org.bdm.core.stream.DataStream;
import org.bdm.core.wire.Frame;

/**
 * Takes streams whose hello does not ask: a source dialled to wait (STANDBY) or for a session here (JOIN), or a stranger shows an invitation
 * (PAIR). Called on the event loop of the stream.
 */
public interface DialledIn {
    /** Takes the stream over: sets its listener, or closes it. */
    void accept(DataStream stream, Frame.Hello hello);
}
