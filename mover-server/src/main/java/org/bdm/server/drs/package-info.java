/**
 * The data reference syntax (DRS) of ESGF: how dataset versions are named, and which directories of a path are those of a project.
 * What indexes, lists, manifests and replica sets have in common, so that a name is taken apart in one place.
 * It only reads texts: it looks nothing up, and believes nothing about what is behind a name.
 * Everything is immutable and safe on any thread.
 */
@NullMarked
package org.bdm.server.drs;

import org.jspecify.annotations.NullMarked;
