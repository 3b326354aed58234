/** The command line: one class per verb. */
@NullMarked
package org.bdm.client.cli;

import org.jspecify.annotations.NullMarked;
