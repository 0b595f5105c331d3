package dev.kith.cli.option;

import dev.kith.cli.terminal.UsageException;
import dev.kith.data.Roles;
import java.util.List;
import picocli.CommandLine.Option;

/** Whether classes have an order. */
public final class OrderOptions {
    @Option(
            names = "--order",
            paramLabel = "C1,C2,...",
            split = ",",
            hideParamSyntax = true,
            description =
                    "The classes of --classes from the lowest to the highest: rows are asked which classes they are above,"
                            + " and predictions keep the order.")
    private List<String> order = List.of();

    /** Refuses an order of nothing. */
    void requireClasses(boolean classes) {
        if (!order.isEmpty() && !classes) {
            throw new UsageException("--order is the order of the classes of --classes COL");
        }
        if (order.size() == 1) {
            throw new UsageException(
                    "--order must name two classes or more, from the lowest to the highest, got " + order.get(0));
        }
    }

    Roles on(Roles roles) {
        return order.isEmpty() ? roles : roles.knownClasses(order, true);
    }
}
