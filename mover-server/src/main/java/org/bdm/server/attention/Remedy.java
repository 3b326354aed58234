package org.bdm.server.attention;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The way to settle an item: what removes its cause, and then a command with the request that it sends.
 *
 * @param cures what to do before, in order; empty where the command alone settles it
 * @param command a line for a shell
 * @param path with the prefix of the interface
 * @param body the fields of a JSON object; null for none
 */
public record Remedy(
        List<Cure> cures,
        String command,
        String method,
        String path,
        @Nullable Map<String, Object> body) {
    /** Copies the lists. */
    public Remedy {
        cures = List.copyOf(cures);
        if (body != null) body = Map.copyOf(body);
    }

    /** A command that settles it alone. */
    public Remedy(String command, String method, String path, @Nullable Map<String, Object> body) {
        this(List.of(), command, method, path, body);
    }

    /** Returns the same, to be sent after the cures. */
    Remedy after(List<Cure> first) {
        return new Remedy(first, command, method, path, body);
    }

    /** Returns the same, to be sent after the cure. */
    Remedy after(String label, String cure, String page) {
        return after(List.of(new Cure(label, cure, page)));
    }

    /** Returns everything to do, in order: the cures, and then the request as a cure of its own. */
    public List<Cure> steps() {
        List<Cure> steps = new ArrayList<>(cures);
        steps.add(new Cure(RemedyWords.label(this), command, RemedyWords.page(this)));
        return List.copyOf(steps);
    }

    /** Returns the command of what to do first. */
    public String firstCommand() {
        return cures.isEmpty() ? command : cures.get(0).command();
    }
}
