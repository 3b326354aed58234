package org.bdm.core.s3;

import java.util.List;

/**
 * One page of a listing.
 *
 * @param objects in the order of the store; of entries without a size none is here
 * @param isLast whether nothing comes after it
 */
public record ObjectPage(List<ObjectHead> objects, boolean isLast) {}
