package dev.kith.cli.option;

import dev.kith.cli.terminal.UsageException;
import dev.kith.data.Recipe;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Option;

/** What becomes of columns that are texts. */
final class TextColumnOptions {
    private static final Pattern BITS = Pattern.compile("(.+):(-?\\d+)");

    @Option(
            names = "--categorical",
            paramLabel = "C1,C2,...",
            split = ",",
            hideParamSyntax = true,
            description = "Text columns to learn from: one 0/1 feature for each of their values, one for the rare ones"
                    + " together, which takes values nobody saw. A column of more than "
                    + Recipe.Category.MOST_VALUES + " values is one number: the mean label of the value, drawn to the"
                    + " overall one, from other rows than the one that learns.")
    private List<String> categorical = List.of();

    @Option(
            names = "--one-hot",
            paramLabel = "C1,C2,...",
            split = ",",
            hideParamSyntax = true,
            description = "Text columns with one 0/1 feature for each of their values, however many.")
    private List<String> oneHot = List.of();

    @Option(
            names = "--date",
            paramLabel = "C1[:FORMAT],...",
            split = ",",
            hideParamSyntax = true,
            description =
                    "Columns of dates and times to learn from: trend, season, weekday, month and time of day, as far"
                            + " as the rows tell them. The column tells how they are written; where it cannot, say FORMAT:"
                            + " dd/MM/yyyy or MM/dd/yyyy.")
    private List<String> dates = List.of();

    @Option(
            names = "--ordered",
            paramLabel = "COL:A<B<C",
            description = "A text column whose values have an order, and the order: one 0/1 feature for each value but"
                    + " the lowest, at least this. Any other text counts as missing. Repeat for more columns.")
    private List<String> ordered = List.of();

    @Option(
            names = "--hashed",
            paramLabel = "C1[:BITS],...",
            split = ",",
            hideParamSyntax = true,
            description = "Text columns whose values are dealt to 2^BITS 0/1 features by their spelling. Default "
                    + Recipe.Hashed.USUAL_BITS + " bits.")
    private List<String> hashed = List.of();

    /** What was asked for. */
    List<Recipe.Treatment> treatments() {
        List<Recipe.Treatment> all = new ArrayList<>();
        categorical.forEach(column -> all.add(new Recipe.Category(column)));
        oneHot.forEach(column -> all.add(new Recipe.OneHot(column)));
        dates.forEach(text -> all.add(Recipe.Dated.parse(text)));
        ordered.forEach(text -> all.add(order(text)));
        hashed.forEach(text -> all.add(hashed(text)));
        return all;
    }

    private static Recipe.Ordered order(String text) {
        int colon = text.lastIndexOf(':', Math.max(0, text.indexOf('<')));
        if (colon <= 0) {
            throw new UsageException(
                    "--ordered must be COL:A<B<C, a column and its values from the lowest on, got '" + text + "'");
        }
        List<String> levels = Arrays.stream(text.substring(colon + 1).split("<", -1))
                .map(String::trim)
                .toList();
        return new Recipe.Ordered(text.substring(0, colon), levels);
    }

    private static Recipe.Hashed hashed(String text) {
        Matcher bits = BITS.matcher(text);
        return bits.matches()
                ? new Recipe.Hashed(bits.group(1), whole(bits.group(2)))
                : new Recipe.Hashed(text, Recipe.Hashed.USUAL_BITS);
    }

    /** Too long a number is no better than a large one. */
    private static int whole(String digits) {
        return digits.length() > 4 ? Integer.MAX_VALUE : Integer.parseInt(digits);
    }
}
