package dev.kith.data.inspect;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** What the name of a column suggests. A suggestion only: what the values say is weighed beside it. */
final class NameHints {
    private static final Set<String> GROUPS = Set.of(
            "task",
            "school",
            "shop",
            "store",
            "outlet",
            "subject",
            "patient",
            "person",
            "user",
            "customer",
            "client",
            "firm",
            "company",
            "country",
            "state",
            "county",
            "district",
            "region",
            "city",
            "site",
            "plant",
            "hospital",
            "clinic",
            "doctor",
            "teacher",
            "sensor",
            "station",
            "machine",
            "device",
            "batch",
            "lot",
            "group",
            "cluster",
            "household",
            "family",
            "farm",
            "field",
            "herd",
            "animal",
            "cow",
            "pupil",
            "child",
            "individual",
            "unit",
            "domain",
            "allele",
            "player",
            "team",
            "branch",
            "center",
            "centre",
            "respondent",
            "participant",
            "market",
            "product",
            "item",
            "brand",
            "retailer",
            "account",
            "chick",
            "tree",
            "plate",
            "boy",
            "girl",
            "worker");

    private static final Set<String> KEYS =
            Set.of("id", "ids", "key", "nr", "no", "num", "number", "code", "index", "uuid", "guid", "rownames", "row");

    private static final Set<String> LABELS = Set.of(
            "y",
            "target",
            "label",
            "outcome",
            "response",
            "result",
            "score",
            "sales",
            "price",
            "yield",
            "wage",
            "wages",
            "revenue",
            "amount",
            "demand",
            "rating",
            "reaction",
            "growth",
            "exam",
            "test",
            "achievement",
            "churn",
            "default",
            "survived",
            "vote",
            "rate",
            "consumption",
            "volume",
            "profit",
            "turnover",
            "quantity",
            "post",
            "concentration",
            "output",
            "weight",
            "height",
            "mine",
            "use",
            "incidence",
            "spending");

    private static final Set<String> TIMES = Set.of(
            "year",
            "yr",
            "month",
            "day",
            "date",
            "time",
            "week",
            "quarter",
            "hour",
            "wave",
            "visit",
            "period",
            "occasion",
            "round",
            "days",
            "season");

    private NameHints() {}

    /** The words of a name: {@code schoolNR} is school and nr, {@code log_sales.2} is log, sales and 2. */
    static List<String> words(String name) {
        String apart = name.replaceAll("([a-z])([A-Z])", "$1 $2").replaceAll("([A-Za-z])(\\d)", "$1 $2");
        return Arrays.stream(apart.split("[^\\p{L}\\d]+"))
                .filter(word -> !word.isEmpty())
                .map(word -> word.toLowerCase(Locale.ROOT))
                .toList();
    }

    /** A name for what rows may be grouped by. */
    static boolean group(String name) {
        return has(name, GROUPS) && !time(name);
    }

    /** A name for a key or a code, alone or at the end of a word: {@code id}, {@code shopid}, {@code pupil.nr}. */
    static boolean key(String name) {
        List<String> words = words(name);
        if (words.isEmpty()) {
            return true;
        }
        String last = words.get(words.size() - 1);
        return KEYS.contains(last) || (last.endsWith("id") && GROUPS.contains(last.substring(0, last.length() - 2)));
    }

    /** A name for what is to be predicted. */
    static boolean label(String name) {
        return has(name, LABELS) && !key(name) && !group(name);
    }

    /** A name that says nothing else. */
    static boolean labelAlone(String name) {
        return LABELS.contains(name.toLowerCase(Locale.ROOT));
    }

    /** A name for a time. */
    static boolean time(String name) {
        return words(name).stream().anyMatch(TIMES::contains);
    }

    private static boolean has(String name, Set<String> hints) {
        return words(name).stream()
                .anyMatch(word -> hints.contains(word)
                        || hints.contains(word.replaceFirst("(id|nr|no)$", ""))
                        || hints.stream().anyMatch(hint -> hint.length() >= 4 && word.endsWith(hint)));
    }
}
