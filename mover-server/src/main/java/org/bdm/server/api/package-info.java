/**
 * Puts the REST interface together as one Spring configuration.
 * It holds neither resources nor work: resources are in the rooms below, one per subject.
 * Only the wiring of the server uses it.
 * The container creates each part once, before the port opens.
 */
@NullMarked
package org.bdm.server.api;

import org.jspecify.annotations.NullMarked;
