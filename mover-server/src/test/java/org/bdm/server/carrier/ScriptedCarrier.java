package org.bdm.server.carrier;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bdm.server.catalog.handover.Handover;

/** A carrier in memory that knows each submission once, and says what a test tells it to say. */
final class ScriptedCarrier implements Carrier {
    final Map<String, String> tasks = new LinkedHashMap<>(); // by submission
    final List<CarrierList> submitted = new ArrayList<>();
    final List<String> cancelled = new ArrayList<>();
    final Map<String, String> faults = new LinkedHashMap<>();
    CarrierLook says = new CarrierLook(CarrierLook.Kind.UNDER_WAY, "", 0, 0);
    boolean losesAnswers;
    Optional<CarrierTrouble> refuses = Optional.empty();
    CarrierPlace place = HandedTree.PLACE;
    private int ids;

    @Override
    public CarrierPlace place() {
        return place;
    }

    @Override
    public Optional<CarrierSource> sourceOf(String address) {
        return Optional.empty();
    }

    @Override
    public boolean hasService() {
        return true;
    }

    @Override
    public String newSubmission() {
        return "submission-" + ++ids;
    }

    @Override
    public String submit(CarrierList list) throws CarrierTrouble {
        if (refuses.isPresent()) throw refuses.get();
        submitted.add(list);
        String task = tasks.computeIfAbsent(String.valueOf(list.id()), id -> "task-of-" + id);
        if (losesAnswers) throw CarrierTrouble.passing("the answer was lost", (Throwable) null);
        return task;
    }

    @Override
    public CarrierLook look(String task) {
        return says;
    }

    @Override
    public Map<String, String> faults(String task) {
        return faults;
    }

    @Override
    public void cancel(Handover handover, String task) throws CarrierTrouble {
        if (refuses.isPresent()) throw refuses.get();
        cancelled.add(task);
    }
}
