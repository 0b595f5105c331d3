package dev.kith.data.date;

import java.time.LocalDate;

/**
 * A date and a time of day, as they are written.
 *
 * @param date months, quarters and years stand for their first day; 1970-01-01 where only a time of day is written
 * @param hours since midnight, on the clock of the place; 0 where only a date is written
 * @param offset hours that the clock is ahead of UTC; 0 where no zone is written
 */
public record Moment(LocalDate date, double hours, double offset) {
    /** Days since 1970-01-01 by the clock of the place, the time of day as a fraction. */
    public double days() {
        return date.toEpochDay() + hours / 24;
    }

    /** The same by the clock of UTC. */
    public double universal() {
        return days() - offset / 24;
    }
}
