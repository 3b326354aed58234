package org.bdm.server.job.schedule;

import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** Job settings to and from the JSON that the catalog keeps. Safe on any thread. */
public final class SettingsJson {
    private final JsonMapper mapper = JsonMapper.builder().build();

    /** The JSON object of these settings. */
    public String write(JobSettings settings) {
        return mapper.writeValueAsString(settings);
    }

    /** The settings that {@link #write} wrote; INTERNAL if the catalog holds something else. */
    public JobSettings read(String json) {
        try {
            return mapper.readValue(json, JobSettings.class);
        } catch (JacksonException e) {
            throw new MoverException(
                    ErrorCode.INTERNAL, "the catalog holds options that are not job settings: " + json, e);
        }
    }
}
