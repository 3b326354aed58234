/**
 * Jobs at other sites, and campaigns. A job whose destination is another site is passed on to that site over its data port, and owned there.
 * A campaign is a selection and the destinations that are to receive it: one job for each, here or passed on, whose progress this site asks
 * for until all have ended. Nothing here moves a byte: the sites of the destinations do, and take files from each other.
 */
@NullMarked
package org.bdm.server.campaign;

import org.jspecify.annotations.NullMarked;
