package org.bdm.core.receipt;

import java.time.Instant;
import org.bdm.core.id.NodeId;

/**
 * Content of a receipt with a valid signature.
 *
 * @param signer the node whose key signed it: believe the rest only if this is the node that it should be of
 * @param site the name of the site that issued it
 * @param subject what was asked for: a job or a dataset
 * @param files listed
 * @param bytes of all of them
 */
public record Receipt(NodeId signer, String site, String subject, Instant issuedAt, long files, long bytes) {}
