/**
 * Finds what comes in jars of its own beside the server, and may be left out of an installation.
 * It does not know any extension: the package that works with one names the interface and what is missing without it.
 * The parts of the server that work with an extension use it, and the start, which says what is not installed.
 * Everything is safe from any thread.
 */
@NullMarked
package org.bdm.server.extension;

import org.jspecify.annotations.NullMarked;
