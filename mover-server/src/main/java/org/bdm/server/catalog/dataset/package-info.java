/**
 * Dataset versions of ESGF in the catalog: replica sets with their claims, subscriptions and harvests, requests to indexes, histories of data nodes.
 * It keeps what was merged and decided elsewhere, and asks no index.
 * The packages replicas, upkeep and api use it.
 * Any thread that may block; the states of holdings that follow from a replica set are written in its transaction.
 */
@NullMarked
package org.bdm.server.catalog.dataset;

import org.jspecify.annotations.NullMarked;
