package org.bdm.server;

import org.bdm.server.scheduler.SettingsJson;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.flyway.autoconfigure.FlywayAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The Spring side: what serves HTTP. The catalog opens its own database, so Spring's is left out. */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration(exclude = {DataSourceAutoConfiguration.class, FlywayAutoConfiguration.class})
class WebConfiguration {
    @Bean
    SettingsJson settingsJson() {
        return new SettingsJson();
    }
}
