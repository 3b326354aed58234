package org.bdm.server.carrier;

import java.util.Map;
import java.util.Optional;
import org.bdm.server.catalog.handover.Handover;
import org.bdm.server.dataset.replica.GlobusPlace;
import org.jspecify.annotations.Nullable;

/** A person with any program that brings files from an endpoint of Globus. The list is written for the person, who says when to compare. */
final class BatchCarrier implements Carrier {
    private final CarrierPlace place;

    BatchCarrier(CarrierPlace place) {
        this.place = place;
    }

    @Override
    public CarrierPlace place() {
        return place;
    }

    @Override
    public Optional<CarrierSource> sourceOf(String address) {
        return GlobusPlace.of(address).map(there -> new CarrierSource(there.endpoint(), there.path()));
    }

    @Override
    public boolean hasService() {
        return false;
    }

    @Override
    public @Nullable String newSubmission() {
        return null;
    }

    @Override
    public String submit(CarrierList list) {
        return list.label();
    }

    @Override
    public CarrierLook look(String task) {
        return new CarrierLook(
                CarrierLook.Kind.PERSON,
                "bring the files with any program: 'bdm-client handover show " + task
                        + " --list' writes the list; then 'bdm-client handover compare " + task + "'",
                0,
                0);
    }

    @Override
    public Map<String, String> faults(String task) {
        return Map.of();
    }

    @Override
    public void cancel(Handover handover, String task) {
        // a person is not stopped by a program
    }
}
