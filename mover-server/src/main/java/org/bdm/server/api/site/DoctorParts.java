package org.bdm.server.api.site;

import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Clock;
import org.bdm.server.api.http.ApiSettings;
import org.bdm.server.api.http.VersionResource;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.doctor.Doctor;
import org.bdm.server.site.access.OwnSite;
import org.bdm.server.support.BundlePart;
import org.bdm.server.support.ProcessParts;
import org.bdm.server.support.RecentLog;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import tools.jackson.databind.json.JsonMapper;

/** The examination of this machine, and the parts of a support bundle that every process has, whatever its role. */
@Configuration(proxyBeanMethods = false)
public class DoctorParts {
    @Bean
    DoctorViews doctorViews(Doctor doctor, Catalog catalog, OwnSite own, ApiSettings settings, Clock clock) {
        return new DoctorViews(doctor, catalog, own, settings, clock);
    }

    @Bean
    BundlePart doctorPart(DoctorViews views, JsonMapper json) {
        return BundlePart.ofProcess("doctor.json", out -> out.write(pretty(json, views.examine())));
    }

    @Bean
    BundlePart versionPart(VersionResource version, JsonMapper json) {
        return BundlePart.ofProcess("version.json", out -> out.write(pretty(json, version.version())));
    }

    @Bean
    BundlePart metricsPart(ObjectProvider<PrometheusMeterRegistry> registry) {
        return BundlePart.ofProcess(
                "metrics.txt", out -> out.write(registry.getObject().scrape()));
    }

    @Bean
    BundlePart logPart() {
        return RecentLog.part();
    }

    @Bean
    BundlePart threadsPart() {
        return ProcessParts.threads();
    }

    @Bean
    BundlePart processPart() {
        return ProcessParts.process();
    }

    static String pretty(JsonMapper json, Object message) {
        return json.writerWithDefaultPrettyPrinter().writeValueAsString(message) + "\n";
    }
}
