/**
 * Telling others of what happens here: a web address, a program of this machine, or a person by e-mail. One node of the site at a time goes
 * through the hooks of the catalog and delivers the events that each of them waits for, in their order and at least once. What does not
 * arrive is tried again, later each time, and never dropped. Nothing here changes a job: a hook that fails delays nobody but itself.
 */
@NullMarked
package org.bdm.server.hook;

import org.jspecify.annotations.NullMarked;
