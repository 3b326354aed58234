package org.bdm.server;

import org.bdm.server.api.ApiConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.flyway.autoconfigure.FlywayAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.security.autoconfigure.UserDetailsServiceAutoConfiguration;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** The Spring side: what serves HTTP. The catalog opens its own database, so Spring's is left out. */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration(
        exclude = {
            DataSourceAutoConfiguration.class,
            FlywayAutoConfiguration.class,
            UserDetailsServiceAutoConfiguration.class
        })
@Import(ApiConfiguration.class)
class WebConfiguration {}
