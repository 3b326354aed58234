/**
 * Reads the event stream of ESGF-NG: messages that publish, change or retract items, and the items in saved messages.
 * It neither connects to a broker nor remembers how far it came: lines come from a consumer process, and the caller keeps the position.
 * Subscriptions and imports use it.
 * The consumer reads on the thread of its caller.
 */
@NullMarked
package org.bdm.server.discovery.event;

import org.jspecify.annotations.NullMarked;
