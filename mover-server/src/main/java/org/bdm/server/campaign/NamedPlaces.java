package org.bdm.server.campaign;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.bdm.core.control.job.JobItem;
import org.bdm.core.control.job.SubmitJob;
import org.bdm.core.fault.MoverException;
import org.bdm.core.transfer.Endpoint;
import org.bdm.core.transfer.ItemSource;
import org.bdm.server.catalog.settings.JobSettings;
import org.bdm.server.site.access.AskersRights;

/** Lists every place that a job names, in whatever field, with what is done there. */
final class NamedPlaces {
    private NamedPlaces() {}

    /**
     * One place.
     *
     * @param field that names it, for the refusal
     * @param isSpared whether the job can do without it
     */
    record Named(String field, Endpoint place, boolean isWritten, boolean isSpared) {
        /**
         * Refuses a place for which the asker has no right; NOT_ALLOWED. Places elsewhere that only spare a way are not refused: they are left
         * alone when the files move, and these come from the source.
         */
        void require(AskersRights.Rights asker) {
            if (isSpared && !place.site().equals(asker.own())) return;
            inField(field, () -> {
                if (isWritten) asker.requireWritable(place);
                else asker.requireReadable(place);
                return place;
            });
        }
    }

    /** Every place of a message; INVALID_REQUEST for one that is not an endpoint. */
    static List<Named> of(SubmitJob job) {
        List<Named> places = new ArrayList<>();
        List<String> destinations = JobForwarding.destinations(job);
        for (String destination : destinations) places.add(named("destination", destination, true, false));
        for (JobItem item : job.items()) {
            if (!(ItemSource.kept(item.source()) instanceof ItemSource.AtDataNode))
                places.add(named("items[].source", item.source(), false, false));
        }
        var policy = job.options() == null ? null : job.options().sourcePolicy();
        if (policy != null) {
            places.addAll(others("options.sourcePolicy.alsoAt", policy.alsoAt(), List.of()));
            places.addAll(others("options.sourcePolicy.relay", policy.relay(), destinations));
        }
        return places;
    }

    /** The places that the options of a job in the catalog name. */
    static List<Named> ofOptions(List<String> destinations, JobSettings settings) {
        List<Named> places = new ArrayList<>(others("options.sourcePolicy.alsoAt", settings.alsoAt(), List.of()));
        places.addAll(others("options.sourcePolicy.relay", settings.relay(), destinations));
        return places;
    }

    /** A relay names the destination of the job, too, from which the job does not read. */
    private static List<Named> others(String field, List<String> given, List<String> destinations) {
        List<Endpoint> written = destinations.stream().map(Endpoint::parse).toList();
        return given.stream()
                .map(text -> named(field, text, false, true))
                .filter(named -> !written.contains(named.place()))
                .toList();
    }

    private static Named named(String field, String text, boolean isWritten, boolean isSpared) {
        return new Named(field, inField(field, () -> Endpoint.parse(text)), isWritten, isSpared);
    }

    private static Endpoint inField(String field, Supplier<Endpoint> place) {
        try {
            return place.get();
        } catch (MoverException e) {
            throw new MoverException(e.code(), field + ": " + e.detail(), e);
        }
    }
}
