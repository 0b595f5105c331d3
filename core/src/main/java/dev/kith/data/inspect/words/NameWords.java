package dev.kith.data.inspect.words;

import java.util.Arrays;
import java.util.List;
import java.util.Set;

/** Words that names of columns are made of, by what they suggest. */
final class NameWords {
    /** What rows may be grouped by. */
    static final Set<String> GROUPS = words("""
            task school sch shop store outlet subject patient person user customer client firm company country state county
            district region city site plant hospital clinic doctor teacher sensor station machine device batch lot group
            cluster household family farm field herd animal cow pupil student child individual unit domain allele player team
            branch center centre respondent participant market product item brand retailer account chick tree plate boy girl
            worker rat mouse mare dog rabbit horse pig goat sheep litter dam sire seed strip tray wafer quake lab laboratory
            judge rater reviewer operator driver vehicle well pump turbine meter host server zone precinct ward block parcel
            plot lake river island village town municipality province community comm nation territory neighborhood
            neighbourhood tract township townid lea industry department dept office agency bank fund ticker vendor supplier
            seller merchant mfr manufacturer airline carrier airport vessel sku journal publisher course university college
            institution institute inst classroom professor prof instructor replicate genotype strain breed donor compound
            bird nest brood colony path franchise dealer depot warehouse facility building apartment hotel restaurant theatre
            cinema campaign mother mom run expt experiment crew ship rig reactor
            """);

    /** Groups that stand at the end of compound words: bookstore, subdistrict. Others end words of another meaning: ethnicity. */
    static final Set<String> GROUP_ENDS = words("""
            school shop store subject patient customer company country county district region hospital clinic machine device
            batch cluster household family farm animal chick worker department office bank supplier village town player
            """);

    static final Set<String> KEYS = words("id ids key nr no num number code index uuid guid rownames row");

    /** What is to be predicted, wherever such a column is. */
    static final Set<String> LABELS = words("""
            y target label outcome response result score sales price yield wage wages revenue amount demand rating reaction
            growth exam test achievement churn default survived vote rate consumption volume profit turnover quantity post
            concentration mine use incidence spending earnings salary salaries medv mpg charges cost costs expenditure
            expenditures visits deaths fatalities casualties incidents accidents claims cases defects failures skips breaks
            crime crimes mortality diagnosis malignant fraud spam clicked converted conversion purchased subscribed exited
            attrition churned canceled cancelled delayed arrested released hired deny denied approved satisfaction
            participation choice decision quality gpa count counts cnt rentals rings uptake prestige prevalence performance
            perf productivity efficiency strength lifetime durability undercount migrants species verdict attain attainment
            affairs trips articles citations cites packs follicles effort loss thickness angle infected ach fatal gdp gsp gnp
            subs subscriptions partic
            """);

    /** What is often to be predicted, and as often a measure of what rows are like. */
    static final Set<String> OFTEN = words("""
            weight height conc density distance size length time duration days hours class type status math maths read
            reading language lang verbal written cog invest inv investment gas energy power load glucose protein bp pressure
            level activity emp employment hwt wt accel acceleration calories switch job mag voltage current volt life died
            dead death case event trade grade output
            """);

    /** What rows are like or were given: what a prediction starts from. */
    static final Set<String> GIVEN = words("""
            age sex gender race ethnicity ethnic ethn minority marital married education educ degree experience exper region
            urban rural treat treatment trt dose group population pop base baseline pretest pre prior initial before lag iq
            ses income religion black white hispanic latitude longitude lat long treated control condition minrty female male
            unemp kids children offset exposure estimated est predicted pred freq cpi gdp60 household year month day week
            mother father parent momed dose strata stratum fold split raw previous
            """);

    static final Set<String> TIMES = words("""
            year yr month day date time week quarter hour wave visit period occasion round days season timestamp datetime
            weekday
            """);

    /** Of these, what says that nothing else is meant. */
    static final Set<String> OUTCOMES = words("""
            y target label outcome response choice decision survived default defaulted churn churned deny denied approved
            diagnosis fraud spam converted purchased subscribed exited attrition canceled cancelled species
            """);

    /** Units of time by which a task is followed through the calendar, rather than from when it began. */
    static final Set<String> CALENDAR = words("year yr month week quarter date wave round timestamp datetime period");

    /** What was sold or used at a price, and then rather what is to be predicted than the price. */
    static final Set<String> SOLD =
            words("sales volume quantity demand consumption packs units sold subs gas qty move logmove");

    private NameWords() {}

    private static Set<String> words(String text) {
        List<String> all = Arrays.stream(text.strip().split("\\s+")).toList();
        return Set.copyOf(all);
    }
}
