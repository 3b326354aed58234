package org.bdm.server.api.site;

import jakarta.servlet.http.HttpServletRequest;
import java.time.Clock;
import java.util.Map;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.connections.DownloadLimits;
import org.bdm.server.connections.RequestShares;
import org.bdm.server.reference.ServedReference;
import org.bdm.server.site.access.OwnSite;
import org.bdm.server.site.serving.Downloads;
import org.bdm.server.site.serving.ServedAddress;
import org.bdm.server.site.serving.ServedDigests;
import org.bdm.server.site.serving.ServedExports;
import org.bdm.server.site.serving.ServedTrees;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.servlet.HandlerExceptionResolver;
import org.springframework.web.servlet.handler.SimpleUrlHandlerMapping;

/** Leads all requests for what is served to readers to their handler, before the pages of the web UI. */
@Configuration(proxyBeanMethods = false)
public class ServedTreesMapping {
    private static final int BEFORE_RESOURCES = -1;

    @Bean
    ServedTrees servedTrees(ServedExports exports, Catalog catalog, RequestShares shares, Clock clock) {
        ServedDigests digests = new ServedDigests(catalog);
        Downloads downloads = new Downloads(exports, digests, shares, 2 * DownloadLimits.ALL_MAX, clock);
        return new ServedTrees(exports, digests, downloads, shares);
    }

    @Bean
    SimpleUrlHandlerMapping servedTreesMapping(
            ServedTrees trees, @Qualifier("handlerExceptionResolver") HandlerExceptionResolver problems, OwnSite own) {
        SimpleUrlHandlerMapping mapping = new OfTrees(Map.of(
                ServedAddress.SERVED + "**",
                new ServedTreesHandler(trees, problems, own.name().value())));
        mapping.setOrder(BEFORE_RESOURCES);
        return mapping;
    }

    /** Leaves references to their resource, which answers below the same beginning. */
    private static final class OfTrees extends SimpleUrlHandlerMapping {
        OfTrees(Map<String, ?> handlers) {
            super(handlers);
        }

        @Override
        protected @Nullable Object getHandlerInternal(HttpServletRequest request) throws Exception {
            return request.getRequestURI().startsWith(ServedReference.PREFIX)
                    ? null
                    : super.getHandlerInternal(request);
        }
    }
}
