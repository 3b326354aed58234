package org.bdm.server.app;

import java.util.List;
import org.bdm.server.demo.DemoData;
import org.bdm.server.discovery.event.MessageStreams;
import org.bdm.server.extension.ExtensionPoint;
import org.bdm.server.extension.Extensions;
import org.bdm.server.hook.MailTransport;
import org.bdm.server.machine.MachineCounters;
import org.bdm.server.site.oidc.Issuers;
import org.bdm.server.site.opening.MaintenanceCalendar;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** All places that an extension may fill. */
final class ExtensionPoints {
    static final List<ExtensionPoint<?>> ALL = List.of(
            MaintenanceCalendar.POINT,
            DemoData.POINT,
            MachineCounters.POINT,
            MailTransport.POINT,
            MessageStreams.POINT,
            Issuers.POINT);

    private ExtensionPoints() {}

    /** Says in the log what is not installed. */
    static void say(Extensions extensions) {
        Logger log = LoggerFactory.getLogger(ExtensionPoints.class);
        for (ExtensionPoint<?> point : ALL) {
            if (!extensions.isInstalled(point)) log.info("{}", extensions.absence(point));
        }
    }

    /**
     * Refuses settings that nothing could follow, before anything is begun.
     *
     * @throws org.bdm.core.fault.MoverException UNSUPPORTED
     */
    static void require(Extensions extensions, ServerSettings settings) {
        if (settings.isDemo()) extensions.require(DemoData.POINT, "--demo-data");
        if (!settings.roles().doesControl()) return;
        if (settings.hooks().mail().isPresent()) extensions.require(MailTransport.POINT, "--mail-host");
        if (settings.oidc().isPresent()) extensions.require(Issuers.POINT, "--oidc-issuer");
        if (!settings.options().kafkaTopics.isEmpty()) extensions.require(MessageStreams.POINT, "--kafka-topic");
    }
}
