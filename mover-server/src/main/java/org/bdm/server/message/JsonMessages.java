package org.bdm.server.message;

import com.fasterxml.jackson.annotation.Nulls;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import tools.jackson.core.JacksonException;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.core.exc.StreamReadException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.cfg.CoercionAction;
import tools.jackson.databind.cfg.CoercionInputShape;
import tools.jackson.databind.cfg.MapperBuilder;
import tools.jackson.databind.cfg.MutableCoercionConfig;
import tools.jackson.databind.exc.InvalidNullException;
import tools.jackson.databind.exc.UnrecognizedPropertyException;
import tools.jackson.databind.exc.ValueInstantiationException;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.type.LogicalType;

/** Reads messages strictly: a misspelt option must not be taken for its default. Safe on any thread. */
public final class JsonMessages {
    private final JsonMapper json;

    public JsonMessages(JsonMapper json) {
        this.json = json;
    }

    /** Sets how messages are read, also those that Spring reads. */
    public static void strict(MapperBuilder<?, ?> builder) {
        builder.enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                .enable(DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY)
                .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
                .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
                .changeDefaultNullHandling(nulls -> nulls.withContentNulls(Nulls.FAIL))
                .withCoercionConfig(LogicalType.Textual, JsonMessages::onlyText);
    }

    private static void onlyText(MutableCoercionConfig texts) {
        texts.setCoercion(CoercionInputShape.Integer, CoercionAction.Fail)
                .setCoercion(CoercionInputShape.Float, CoercionAction.Fail)
                .setCoercion(CoercionInputShape.Boolean, CoercionAction.Fail);
    }

    /** The message, or INVALID_REQUEST with what is wrong and where. */
    public <T> T read(byte[] bytes, int length, Class<T> type) {
        T message;
        try {
            message = json.readValue(bytes, 0, length, type);
        } catch (JacksonException e) {
            throw refused(e);
        }
        if (message == null) throw new MoverException(ErrorCode.INVALID_REQUEST, "the body is 'null'");
        return message;
    }

    /** Returns the error without names of classes. */
    public static MoverException refused(JacksonException error) {
        return new MoverException(ErrorCode.INVALID_REQUEST, reason(error), error);
    }

    private static String reason(JacksonException error) {
        String at = place(error);
        if (error instanceof UnrecognizedPropertyException unknown) {
            return at + "there is no such field; known are " + unknown.getKnownPropertyIds();
        }
        if (error instanceof InvalidNullException) return at + "an entry is null";
        if (error instanceof ValueInstantiationException instantiation && instantiation.getCause() != null) {
            String missing = instantiation.getCause().getMessage();
            return at + (missing == null ? "an entry is null" : missing);
        }
        if (error instanceof StreamConstraintsException)
            return at + "the JSON is nested too deep or a text in it is too long";
        if (error instanceof StreamReadException) {
            return "this is no JSON: line " + error.getLocation().getLineNr() + ", column "
                    + error.getLocation().getColumnNr();
        }
        return at + "a value of another type is expected";
    }

    private static String place(JacksonException error) {
        StringBuilder place = new StringBuilder();
        for (JacksonException.Reference step : error.getPath()) {
            if (step.getPropertyName() == null)
                place.append('[').append(step.getIndex()).append(']');
            else place.append(place.isEmpty() ? "" : ".").append(step.getPropertyName());
        }
        return place.isEmpty() ? "" : place + ": ";
    }
}
