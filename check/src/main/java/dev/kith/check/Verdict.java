package dev.kith.check;

import java.util.List;

/**
 * What came of one problem on one path.
 *
 * @param end how the fit ended: its status, or the exception's name
 * @param ratio true suboptimality found over the one reported; NaN where none is reported
 * @param violations promises that were broken, in words; empty where all held
 */
record Verdict(String end, double ratio, List<String> violations) {
    boolean holds() {
        return violations.isEmpty();
    }
}
