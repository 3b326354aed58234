package org.bdm.server.carrier;

import java.util.Map;
import java.util.Optional;
import org.bdm.server.catalog.handover.Handover;
import org.jspecify.annotations.Nullable;

/**
 * Another mover. Every call may block, for as long as the service takes; none is repeated inside. What was submitted is known by an id that is
 * kept in the catalog before {@link #submit}, so that the same call again never makes a second task.
 */
interface Carrier {
    /** Returns the way in which a person lets it use an account; empty if it has none, or has another. */
    default Optional<GlobusGrant> grant() {
        return Optional.empty();
    }

    /** Returns where its destinations are at this site. */
    CarrierPlace place();

    /** Returns the source, if the carrier can read a file at this address, as indexes write it. */
    Optional<CarrierSource> sourceOf(String address);

    /** Returns true if a service takes the list; else a person does. */
    boolean hasService();

    /**
     * Returns an id for a list that was not submitted yet; null if the carrier has no service.
     *
     * @throws CarrierTrouble if the service does not give one
     */
    @Nullable String newSubmission() throws CarrierTrouble, InterruptedException;

    /**
     * Submits a list, or finds the task that an earlier call with the same id made.
     *
     * @return what the carrier calls the task
     * @throws CarrierTrouble if it did not take it, or may not have
     */
    String submit(CarrierList list) throws CarrierTrouble, InterruptedException;

    /**
     * Asks how far a task is.
     *
     * @throws CarrierTrouble if the service does not say so
     */
    CarrierLook look(String task) throws CarrierTrouble, InterruptedException;

    /**
     * Asks which files the carrier has trouble with.
     *
     * @return by the path at the source or at the destination, as far as the carrier names it; at most some thousands
     * @throws CarrierTrouble if the service does not say so
     */
    Map<String, String> faults(String task) throws CarrierTrouble, InterruptedException;

    /**
     * Ends a task; one that has ended, or that nobody knows, stays as it is.
     *
     * @throws CarrierTrouble if the service did not confirm it
     */
    void cancel(Handover handover, String task) throws CarrierTrouble, InterruptedException;
}
