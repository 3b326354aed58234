/**
 * Names the stage that limits a transfer, with the numbers that show it.
 * It measures nothing: it gets what the stages of this end and the source told, and is pure.
 * {@code fetch} asks it about once a second.
 * Safe on any thread.
 */
@NullMarked
package org.bdm.core.bottleneck;

import org.jspecify.annotations.NullMarked;
