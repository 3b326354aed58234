package org.bdm.server.app;

import org.bdm.server.carrier.Carriers;
import org.bdm.server.discovery.ConfiguredFederation;
import org.bdm.server.discovery.StacTransactions;
import org.bdm.server.holding.record.HoldingRecords;
import org.bdm.server.holding.survey.HoldingSurveys;
import org.bdm.server.upkeep.HoldingPolicies;
import org.bdm.server.upkeep.Purging;

/** The known copies of datasets, and the indexes that know more. */
record Replicas(
        ConfiguredFederation federation,
        StacTransactions catalogs,
        HoldingRecords holdings,
        HoldingSurveys surveys,
        Purging purging,
        HoldingPolicies policies,
        Carriers carriers) {}
