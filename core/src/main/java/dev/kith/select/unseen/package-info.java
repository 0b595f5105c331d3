/** How well tasks are predicted that nothing, or little, was learned from: whole tasks held out. */
@org.jspecify.annotations.NullMarked
package dev.kith.select.unseen;
