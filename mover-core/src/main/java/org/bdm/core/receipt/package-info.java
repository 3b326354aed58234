/**
 * Receipts: what a node signed of the files that it holds, and how anybody checks that. Shared with the client, which verifies without a server.
 * It reads no JSON itself, since neither end is to bring the other's library: a {@link org.bdm.core.receipt.ReceiptLine.Reader} takes lines apart.
 * Written by the server's interchange, verified by the client.
 * A verification belongs to one thread.
 */
@NullMarked
package org.bdm.core.receipt;

import org.jspecify.annotations.NullMarked;
