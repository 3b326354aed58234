package org.bdm.server.catalog.survey;

/** The state of a survey. The code is stable: the catalog stores it. */
public enum SurveyState {
    /** Begun or waiting to be; after a restart it begins again. */
    OPEN(1),
    DONE(2),
    FAILED(3);

    private final int code;

    SurveyState(int code) {
        this.code = code;
    }

    int code() {
        return code;
    }
}
