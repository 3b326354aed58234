package org.bdm.server.catalog;

/** A replica set as the catalog has it. */
public record StoredReplicaSet(ReplicaSetSummary summary, ReplicaSet set) {}
