/**
 * Decides which names of a file that has several at the source (hard links) are transferred, and which become hard links of one that is there.
 * Those who move files and those who count their space ask it. Calls block for the catalog and the disk.
 */
@NullMarked
package org.bdm.server.job.hardlink;

import org.jspecify.annotations.NullMarked;
