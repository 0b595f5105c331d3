package dev.kith.cli.run;

/** The command that runs files; files have no section for it. */
public interface RunsFiles {}
