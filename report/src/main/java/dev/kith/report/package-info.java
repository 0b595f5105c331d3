/**
 * The report: one HTML file with everything inside. What it says is one JSON object; how it looks is in the resources
 * beside this package: {@code page.html}, {@code report.css} and one script for each kind of section.
 */
@NullMarked
package dev.kith.report;

import org.jspecify.annotations.NullMarked;
