/**
 * Campaigns over HTTP: create, list, show, cancel, and the plan that shows the size of one. The rules are those of {@code campaign}. Whoever
 * reads jobs reads campaigns; operators create and cancel them. No other subject of the interface uses this package.
 */
@NullMarked
package org.bdm.server.api.campaign;

import org.jspecify.annotations.NullMarked;
