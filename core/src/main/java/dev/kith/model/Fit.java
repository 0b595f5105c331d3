package dev.kith.model;

/** A trained model and how training ended. */
public record Fit<M extends Model>(M model, FitReport report) {}
