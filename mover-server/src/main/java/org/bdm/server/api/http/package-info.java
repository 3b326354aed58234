/**
 * Does what all resources need of HTTP: who calls and may, which routes exist, limits of bodies, errors as answers, the document of the interface.
 * It knows no subject: a resource is in the room of its subject, and asks here who its caller is.
 * All other rooms of the REST interface use it.
 * Filters and answers run on servlet threads.
 */
@NullMarked
package org.bdm.server.api.http;

import org.jspecify.annotations.NullMarked;
