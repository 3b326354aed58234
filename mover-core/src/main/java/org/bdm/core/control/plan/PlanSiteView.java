package org.bdm.core.control.plan;

import org.jspecify.annotations.Nullable;

/**
 * A tree at a paired site that a planned job would ask before data nodes. Which of the files it has is found out when they are asked for.
 *
 * @param tree {@code bdm://SITE/EXPORT/path}
 * @param files of the plan that would be asked for there: those with a known digest
 * @param bytes of these
 * @param trouble why nothing can be read there now; null if the tree is there
 */
public record PlanSiteView(
        String tree, long files, long bytes, @Nullable String trouble) {}
