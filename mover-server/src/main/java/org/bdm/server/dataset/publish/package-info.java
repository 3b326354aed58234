/**
 * Publishes copies of this site in a STAC catalog: each item gets the address of the copy, or loses it.
 * It does not decide what is published: a person names the datasets, and holdings say which files are here.
 * The REST interface uses it.
 * Calls block the thread of the caller until the catalog has answered.
 */
@NullMarked
package org.bdm.server.dataset.publish;

import org.jspecify.annotations.NullMarked;
