package org.bdm.server.api.site;

import java.time.Clock;
import java.util.Map;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.connections.DownloadLimits;
import org.bdm.server.connections.RequestShares;
import org.bdm.server.site.access.OwnSite;
import org.bdm.server.site.serving.Downloads;
import org.bdm.server.site.serving.ServedAddress;
import org.bdm.server.site.serving.ServedDigests;
import org.bdm.server.site.serving.ServedExports;
import org.bdm.server.site.serving.ServedTrees;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.servlet.HandlerExceptionResolver;
import org.springframework.web.servlet.handler.SimpleUrlHandlerMapping;

/** Leads all requests for what is served to readers to their handler, before the pages of the web UI. */
@Configuration(proxyBeanMethods = false)
public class ServedTreesMapping {
    /** After resources of this interface, such as references; before files of the web UI. */
    private static final int ORDER = 1;

    @Bean
    ServedTrees servedTrees(ServedExports exports, Catalog catalog, RequestShares shares, Clock clock) {
        ServedDigests digests = new ServedDigests(catalog);
        Downloads downloads = new Downloads(exports, digests, shares, 2 * DownloadLimits.ALL_MAX, clock);
        return new ServedTrees(exports, digests, downloads, shares);
    }

    @Bean
    SimpleUrlHandlerMapping servedTreesMapping(
            ServedTrees trees, @Qualifier("handlerExceptionResolver") HandlerExceptionResolver problems, OwnSite own) {
        SimpleUrlHandlerMapping mapping = new SimpleUrlHandlerMapping(Map.of(
                ServedAddress.SERVED + "**",
                new ServedTreesHandler(trees, problems, own.name().value())));
        mapping.setOrder(ORDER);
        return mapping;
    }
}
