package org.bdm.server.catalog.settings;

import org.bdm.core.fault.MoverException;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a job as the catalog keeps them. The JSON is read when somebody asks for them: a job whose settings cannot be read, because a
 * newer process wrote them, stops no other, and is shown and cancelled like any. Safe on any thread.
 */
public final class KeptSettings {
    private final String json;
    private volatile @Nullable JobSettings settings;

    private KeptSettings(String json, @Nullable JobSettings settings) {
        this.json = json;
        this.settings = settings;
    }

    /** Settings that are to be kept. */
    public static KeptSettings of(JobSettings settings) {
        return new KeptSettings(SettingsJson.write(settings), settings);
    }

    /** Settings that were kept; not read yet. */
    public static KeptSettings ofJson(String json) {
        return new KeptSettings(json, null);
    }

    /** Returns the JSON object that the catalog keeps. */
    public String json() {
        return json;
    }

    /**
     * Returns what it says.
     *
     * @throws MoverException INTERNAL if this program cannot read it
     */
    public JobSettings read() {
        JobSettings known = settings;
        if (known == null) {
            known = SettingsJson.read(json);
            settings = known;
        }
        return known;
    }

    /** The same text is the same. */
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof KeptSettings kept && json.equals(kept.json);
    }

    @Override
    public int hashCode() {
        return json.hashCode();
    }

    @Override
    public String toString() {
        return json;
    }
}
