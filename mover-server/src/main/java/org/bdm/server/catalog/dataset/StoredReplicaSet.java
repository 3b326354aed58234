package org.bdm.server.catalog.dataset;

/** A replica set as the catalog has it. */
public record StoredReplicaSet(ReplicaSetSummary summary, ReplicaSet set) {}
