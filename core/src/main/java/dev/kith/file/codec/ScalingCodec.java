package dev.kith.file.codec;

import dev.kith.data.Standardizer;

/** The units of a fit as tensors: feature_mean and feature_scale (d), label_mean and label_scale (T). */
final class ScalingCodec {
    private static final String FEATURE_MEAN = "feature_mean";
    private static final String FEATURE_SCALE = "feature_scale";
    private static final String LABEL_MEAN = "label_mean";
    private static final String LABEL_SCALE = "label_scale";

    private ScalingCodec() {}

    static void write(Standardizer scaling, Parts to) {
        to.addRow(FEATURE_MEAN, scaling.featureMean());
        to.addRow(FEATURE_SCALE, scaling.featureScale());
        to.addRow(LABEL_MEAN, scaling.labelMean());
        to.addRow(LABEL_SCALE, scaling.labelScale());
    }

    static boolean has(Parts from) {
        return from.has(FEATURE_MEAN);
    }

    static Standardizer read(Parts from) {
        return new Standardizer(
                from.row(FEATURE_MEAN), from.row(FEATURE_SCALE), from.row(LABEL_MEAN), from.row(LABEL_SCALE));
    }
}
