package org.bdm.server.catalog.settings;

import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** Job settings to and from the JSON that the catalog keeps. Safe on any thread. */
public final class SettingsJson {
    /** Gives a default to all that an earlier version did not write, flags as well. */
    private static final JsonMapper MAPPER = JsonMapper.builder()
            .disable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .build();

    private SettingsJson() {}

    /** The JSON object of these settings. */
    public static String write(JobSettings settings) {
        return MAPPER.writeValueAsString(settings);
    }

    /** The settings that {@link #write} wrote; INTERNAL if the catalog holds something else. */
    public static JobSettings read(String json) {
        try {
            return MAPPER.readValue(json, JobSettings.class);
        } catch (JacksonException e) {
            throw new MoverException(
                    ErrorCode.INTERNAL, "the catalog holds options that are not job settings: " + json, e);
        }
    }
}
