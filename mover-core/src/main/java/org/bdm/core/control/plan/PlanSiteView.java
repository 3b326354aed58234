package org.bdm.core.control.plan;

import org.jspecify.annotations.Nullable;

/**
 * A tree at a paired site that a planned job would ask before data nodes. Which of the files it has is found out when they are asked for.
 *
 * @param tree Endpoint of the tree. Such as {@code bdm://north/data}.
 * @param files Number of files of the plan that would be asked for there: those with a known digest. Such as {@code 120}.
 * @param bytes Sum of the sizes of these files in bytes, at least 0. Such as {@code 5242880000}.
 * @param trouble Why nothing can be read there now, as a sentence; null if the tree is there. Such as {@code north does not answer}.
 */
public record PlanSiteView(
        String tree, long files, long bytes, @Nullable String trouble) {}
