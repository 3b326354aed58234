package org.bdm.server.api.site;

import java.lang.management.ManagementFactory;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import org.bdm.core.control.site.DoctorView;
import org.bdm.core.control.site.HostCheckView;
import org.bdm.server.api.http.ApiSettings;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.doctor.Diagnosis;
import org.bdm.server.doctor.Doctor;
import org.bdm.server.doctor.Verdict;
import org.bdm.server.message.ProblemText;
import org.bdm.server.site.access.OwnSite;

/** Examinations of this machine as the API shows them. */
final class DoctorViews {
    private final Doctor doctor;
    private final Catalog catalog;
    private final OwnSite own;
    private final ApiSettings settings;
    private final Clock clock;

    DoctorViews(Doctor doctor, Catalog catalog, OwnSite own, ApiSettings settings, Clock clock) {
        this.doctor = doctor;
        this.catalog = catalog;
        this.own = own;
        this.settings = settings;
        this.clock = clock;
    }

    /** Examines this machine; blocks for a few seconds at most. */
    DoctorView examine() {
        Instant now = clock.instant();
        List<Diagnosis> all = doctor.examine();
        Verdict worst = all.isEmpty() ? Verdict.OK : all.get(0).finding().verdict();
        return new DoctorView(
                own.name().value(),
                "node-" + catalog.nodes().own(),
                ManagementFactory.getRuntimeMXBean().getName(),
                settings.version(),
                now,
                worst.name(),
                all.stream().map(DoctorViews::view).toList());
    }

    private static HostCheckView view(Diagnosis diagnosis) {
        String change = diagnosis.finding().change();
        return new HostCheckView(
                diagnosis.id(),
                diagnosis.subject(),
                diagnosis.finding().verdict().name(),
                ProblemText.shown(diagnosis.finding().found()),
                change == null ? null : ProblemText.shown(change));
    }
}
