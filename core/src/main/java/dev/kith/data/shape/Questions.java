package dev.kith.data.shape;

import dev.kith.data.Columns;
import dev.kith.data.Columns.ClassChoice;
import dev.kith.data.DataException;
import dev.kith.data.Dataset;
import java.util.Arrays;
import java.util.List;

/** A choice among classes as questions about every row, each a task: see {@link ClassChoice}. */
public final class Questions {
    private static final List<String> ANSWERS = List.of("no", "yes");

    private Questions() {}

    /**
     * The questions, from one observation per row.
     *
     * @param members with a choice in their columns; where rows name a task, its label is the number of the class, else the task is the class
     * @param classes the names of the classes, where tasks are not classes
     */
    public static Dataset of(Dataset members, List<String> classes) {
        Columns columns = members.columns();
        boolean inTasks = columns.task().isPresent();
        ClassChoice choice = new ClassChoice(
                inTasks ? List.copyOf(classes) : members.tasks(),
                columns.choice().orElseThrow().ordered());
        if (choice.classes().size() < 2) {
            throw new DataException(members.source().name() + ": all rows are of class '"
                    + choice.classes().get(0) + "', at least two classes are needed");
        }
        int questions = choice.questions();
        int size = Math.multiplyExact(members.size(), questions);
        int[] rows = new int[size];
        int[] tasks = new int[size];
        double[] labels = new double[size];
        double[] weights = new double[size];
        for (int o = 0; o < size; o++) {
            int member = o / questions;
            int question = o % questions;
            int own = inTasks ? (int) members.label(member) : members.task(member);
            rows[o] = members.row(member);
            tasks[o] = (inTasks ? members.task(member) : 0) * questions + question;
            labels[o] = choice.yes(question, own) ? 1 : -1;
            weights[o] = members.weight(member);
        }
        int[] from = new int[members.inputs().rows()];
        Arrays.setAll(from, members::sourceRow);
        return Dataset.of(
                        members.inputs(),
                        choice.tasks(inTasks ? members.tasks() : List.of("")),
                        rows,
                        tasks,
                        labels,
                        members.weighted() ? weights : null,
                        ANSWERS)
                .withSource(members.source(), from)
                .withColumns(Columns.ofChoice(columns.task(), columns.classes().orElseThrow(), choice));
    }
}
