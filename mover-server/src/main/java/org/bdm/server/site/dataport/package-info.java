/**
 * The one port for data: accepts or hands over streams, checks who is there, and starts serving.
 * It does not read files or keep progress: serving and fetching do.
 * Called by the wiring at start; streams come from outside.
 * Callbacks come on event loops and never block; checks run on threads of their own.
 */
@NullMarked
package org.bdm.server.site.dataport;

import org.jspecify.annotations.NullMarked;
