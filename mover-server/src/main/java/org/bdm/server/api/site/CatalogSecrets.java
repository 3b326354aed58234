package org.bdm.server.api.site;

import java.util.HashSet;
import java.util.Set;
import org.bdm.core.fault.MoverException;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.support.KnownSecrets;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The secrets that people gave to the running server: tokens of data nodes and keys of hooks; and those of the process. */
final class CatalogSecrets implements KnownSecrets {
    private static final Logger LOG = LoggerFactory.getLogger(CatalogSecrets.class);

    private final Catalog catalog;
    private final KnownSecrets ofProcess;

    CatalogSecrets(Catalog catalog, KnownSecrets ofProcess) {
        this.catalog = catalog;
        this.ofProcess = ofProcess;
    }

    @Override
    public Set<String> now() {
        Set<String> secrets = new HashSet<>(ofProcess.now());
        try {
            catalog.dataNodeRules().all().forEach(rule -> secrets.add(rule.token()));
            catalog.hooks().all().forEach(hook -> secrets.add(hook.secret()));
        } catch (
                MoverException
                        e) { // a bundle is needed most when the catalog is away; what looks like a secret goes all the
            // same
            LOG.warn("a support bundle is made without the secrets that are in the catalog: {}", e.detail());
        }
        secrets.remove("");
        return secrets;
    }
}
