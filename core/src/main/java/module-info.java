/**
 * Multi-task learning: data, maths, trainers, models and model files. Linear algebra by native code is found as a service
 * where its module is present, and so are losses, kernels, relations, constraint sets and learners that others wrote.
 */
@SuppressWarnings("module") // the front ends are built after this module
module dev.kith.core {
    requires de.siegmar.fastcsv;
    requires tools.jackson.core;
    requires static transitive org.jspecify;

    exports dev.kith.adapt;
    exports dev.kith.boost;
    exports dev.kith.constraint;
    exports dev.kith.convex;
    exports dev.kith.data;
    exports dev.kith.data.inspect;
    exports dev.kith.data.keep;
    exports dev.kith.data.layout;
    exports dev.kith.data.moments;
    exports dev.kith.data.prepare;
    exports dev.kith.data.simulated;
    exports dev.kith.data.table;
    exports dev.kith.data.transform;
    exports dev.kith.data.trees;
    exports dev.kith.decode;
    exports dev.kith.export;
    exports dev.kith.file;
    exports dev.kith.kernel;
    exports dev.kith.linalg;
    exports dev.kith.loss;
    exports dev.kith.method;
    exports dev.kith.mixed;
    exports dev.kith.mkl;
    exports dev.kith.model;
    exports dev.kith.model.decoder;
    exports dev.kith.model.transform;
    exports dev.kith.model.derived;
    exports dev.kith.model.grouping;
    exports dev.kith.model.uncertainty;
    exports dev.kith.online;
    exports dev.kith.online.learner;
    exports dev.kith.score;
    exports dev.kith.select;
    exports dev.kith.select.detail;
    exports dev.kith.select.fresh;
    exports dev.kith.select.stack;
    exports dev.kith.select.unseen;
    exports dev.kith.stream;
    exports dev.kith.structure;
    exports dev.kith.structure.matrix;
    exports dev.kith.structure.penalty;
    exports dev.kith.structure.ties;
    exports dev.kith.trust;

    // plumbing that Kith's own front ends share
    exports dev.kith.file.disk to
            dev.kith.report;
    exports dev.kith.text to
            dev.kith.report,
            dev.kith.serve,
            dev.kith.sql;

    uses dev.kith.constraint.ConstraintSetProvider;
    uses dev.kith.data.table.TableProvider;
    uses dev.kith.kernel.KernelProvider;
    uses dev.kith.linalg.Routines;
    uses dev.kith.loss.LossProvider;
    uses dev.kith.online.LearnerProvider;
    uses dev.kith.structure.RelationProvider;
}
