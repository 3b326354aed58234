/**
 * Asks another mover: opens streams, greets, spreads wants over them, and hands what arrives to the listener.
 * It does not decide what to ask for, and checks no content: that is done by {@code fetch} and the writer.
 * Called by the server's dispatch, which opens a source, and by {@code fetch}, which uses it.
 * The state of a source belongs to its loop; frames are posted to it from the event loops of the streams.
 */
@NullMarked
package org.bdm.core.source.bdm;

import org.jspecify.annotations.NullMarked;
