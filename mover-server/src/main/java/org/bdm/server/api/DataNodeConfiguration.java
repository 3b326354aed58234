package org.bdm.server.api;

import org.bdm.server.api.http.ControlElsewhere;
import org.bdm.server.api.http.Problems;
import org.bdm.server.site.access.SiteNodes;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.Ordered;

/**
 * HTTP of a process without the role control: health, readiness, metrics and doctor; everything else is at another process. It needs what
 * {@link ApiConfiguration} needs for these, and {@link SiteNodes}.
 */
@Configuration(proxyBeanMethods = false)
@Import(HttpGround.class)
public class DataNodeConfiguration {
    /** Before credentials are looked at: who has come to the wrong process is told so. */
    @Bean
    FilterRegistrationBean<ControlElsewhere> controlElsewhere(Problems problems, SiteNodes nodes) {
        FilterRegistrationBean<ControlElsewhere> first =
                new FilterRegistrationBean<>(new ControlElsewhere(problems, nodes::controlUrls));
        first.setOrder(Ordered.HIGHEST_PRECEDENCE);
        return first;
    }
}
