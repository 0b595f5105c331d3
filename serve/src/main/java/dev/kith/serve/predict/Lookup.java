package dev.kith.serve.predict;

import dev.kith.serve.http.Call;
import dev.kith.serve.http.Refused;
import dev.kith.serve.models.ModelDirectory;
import dev.kith.serve.models.ServedModel;

/** The model that a request means, by the places {@code model} and {@code version} of its address. */
public record Lookup(ModelDirectory directory) {
    public static final String MODEL = "model";
    public static final String VERSION = "version";

    /** The model; the current version unless another is named. */
    public ServedModel model(Call call) {
        String id = call.part(MODEL);
        if (!call.parts().containsKey(VERSION)) {
            return directory.current(id).orElseThrow(() -> Refused.missing(directory.unknown(id)));
        }
        String version = call.part(VERSION);
        return directory.versions(id).stream()
                .filter(model -> Integer.toString(model.name().version()).equals(version))
                .findFirst()
                .orElseThrow(() -> directory.current(id).isEmpty()
                        ? Refused.missing(directory.unknown(id))
                        : Refused.missing("model '" + id + "' has no version '" + shortened(version) + "'; there are "
                                + directory.versions(id).stream()
                                        .map(model -> model.name().version())
                                        .toList()));
    }

    private static String shortened(String text) {
        return text.length() > 20 ? text.substring(0, 20) + "..." : text;
    }
}
