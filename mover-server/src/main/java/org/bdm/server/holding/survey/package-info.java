/**
 * Surveys an export: scans for files, reconciles records with the disk and with replica sets, verifies digests.
 * It moves and deletes nothing: what it finds becomes findings of the survey and states of holdings.
 * The REST interface begins surveys; a restart of the server begins them again.
 * Surveys run one after the other on a thread of their own.
 */
@NullMarked
package org.bdm.server.holding.survey;

import org.jspecify.annotations.NullMarked;
