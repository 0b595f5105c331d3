/**
 * What a squared loss knows of any number of rows: weight, mean and triangular factor by task and fold. Gathered in one pass, added up, kept, and
 * turned into a data set of few weighted rows that every linear method with the squared loss fits as it would all rows.
 */
@NullMarked
package dev.kith.data.moments;

import org.jspecify.annotations.NullMarked;
