package org.bdm.server.api.site;

import java.util.ArrayList;
import java.util.List;
import org.bdm.core.control.site.SiteView;
import org.bdm.server.support.BundlePart;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import tools.jackson.databind.json.JsonMapper;

/** The nodes of this site and the paired sites, for support bundles. */
@Configuration(proxyBeanMethods = false)
public class SiteBundleParts {
    @Bean
    BundlePart nodesPart(NodesResource nodes, JsonMapper json) {
        return BundlePart.ofCatalog("nodes.json", out -> out.write(DoctorParts.pretty(json, nodes.list())));
    }

    @Bean
    BundlePart sitesPart(SitesResource sites, JsonMapper json) {
        return BundlePart.ofCatalog("sites.json", out -> {
            List<SiteView> all = new ArrayList<>();
            for (SiteView site : sites.list().items()) all.add(withoutKey(site));
            out.write(DoctorParts.pretty(json, all));
        });
    }

    /** Without the fingerprint of its key. */
    private static SiteView withoutKey(SiteView site) {
        return new SiteView(
                site.name(),
                site.local(),
                site.url(),
                site.dataAddress(),
                "",
                site.state(),
                site.stateSince(),
                site.lastSeenAt(),
                site.pairedAt(),
                site.read(),
                site.write(),
                site.ban(),
                site.maintenance());
    }
}
