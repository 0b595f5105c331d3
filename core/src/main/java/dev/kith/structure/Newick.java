package dev.kith.structure;

import dev.kith.data.DataException;
import dev.kith.data.read.Texts;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;

/** Reads and writes Newick trees with an explicit stack, so that deep nesting cannot exhaust the call stack. */
final class Newick {
    private static final String SPECIAL = "(),:;'";

    private final String text;
    private int at;
    private boolean labelled;

    Newick(String text) {
        this.text = text;
    }

    /** Raw nodes are collected in the order they open; children always after their parent. */
    TaskTree tree() {
        List<String> names = new ArrayList<>();
        List<Integer> parents = new ArrayList<>();
        List<Double> lengths = new ArrayList<>();
        Deque<Integer> open = new ArrayDeque<>();
        int current = newNode(names, parents, lengths, -1);
        while (true) {
            skipSpace();
            char c = at < text.length() ? text.charAt(at) : ';';
            if (c == '(' && !labelled) {
                at++;
                open.push(current);
                current = newNode(names, parents, lengths, current);
            } else if (c == ',' && !open.isEmpty()) {
                at++;
                current = newNode(names, parents, lengths, open.peek());
            } else if (c == ')' && !open.isEmpty()) {
                at++;
                current = open.pop();
                readLabel(names, lengths, current);
            } else if (c == ';' && open.isEmpty()) {
                break;
            } else if (labelled || c == '(' || c == ')' || c == ',' || c == ';') {
                throw error("unexpected '" + c + "'");
            } else {
                readLabel(names, lengths, current);
            }
        }
        List<TaskTree.Node> nodes = new ArrayList<>();
        for (int k = 0; k < names.size(); k++) {
            String name = names.get(k).isBlank() ? "node" + k : names.get(k);
            nodes.add(new TaskTree.Node(name, parents.get(k), lengths.get(k)));
        }
        return new TaskTree(nodes);
    }

    /** The notation of a tree: every name and, where it is not 1, every branch length. */
    static String text(TaskTree tree) {
        List<List<Integer>> children = new ArrayList<>();
        tree.nodes().forEach(node -> children.add(new ArrayList<>()));
        for (int k = 1; k < children.size(); k++) {
            children.get(tree.nodes().get(k).parent()).add(k);
        }
        StringBuilder text = new StringBuilder();
        Deque<Iterator<Integer>> open = new ArrayDeque<>();
        Deque<Integer> path = new ArrayDeque<>();
        path.push(0);
        open.push(children.get(0).iterator());
        while (!path.isEmpty()) {
            if (open.element().hasNext()) {
                int node = path.element();
                int child = open.element().next();
                text.append(child == children.get(node).get(0) ? '(' : ',');
                path.push(child);
                open.push(children.get(child).iterator());
            } else {
                int node = path.pop();
                open.pop();
                text.append(children.get(node).isEmpty() ? "" : ")")
                        .append(label(tree.nodes().get(node)));
            }
        }
        return text.append(';').toString();
    }

    private static String label(TaskTree.Node node) {
        String name = node.name();
        boolean plain = name.equals(name.strip()) && name.chars().noneMatch(c -> SPECIAL.indexOf(c) >= 0);
        return (plain ? name : "'" + name.replace("'", "''") + "'")
                + (node.length() == 1 ? "" : ":" + Texts.number(node.length()));
    }

    private int newNode(List<String> names, List<Integer> parents, List<Double> lengths, int parent) {
        labelled = false;
        names.add("");
        parents.add(parent);
        lengths.add(1.0);
        return names.size() - 1;
    }

    private void readLabel(List<String> names, List<Double> lengths, int node) {
        labelled = true;
        skipSpace();
        String name = at < text.length() && text.charAt(at) == '\'' ? quoted() : bare();
        if (!name.isEmpty()) {
            names.set(node, name);
        }
        skipSpace();
        if (at < text.length() && text.charAt(at) == ':') {
            at++;
            skipSpace();
            String number = bare();
            try {
                lengths.set(node, Double.parseDouble(number));
            } catch (NumberFormatException e) {
                throw error("branch length \"" + number + "\" is not a number");
            }
        } else if (name.isEmpty() && at < text.length() && "(),;".indexOf(text.charAt(at)) < 0) {
            throw error("unexpected '" + text.charAt(at) + "'");
        }
    }

    private String bare() {
        int start = at;
        while (at < text.length() && SPECIAL.indexOf(text.charAt(at)) < 0) {
            at++;
        }
        return text.substring(start, at).replaceAll("^[ \\t\\r\\n]+|[ \\t\\r\\n]+$", "");
    }

    private String quoted() {
        StringBuilder name = new StringBuilder();
        for (at++; at < text.length(); at++) {
            if (text.charAt(at) == '\'') {
                if (at + 1 < text.length() && text.charAt(at + 1) == '\'') {
                    at++;
                } else {
                    at++;
                    return name.toString();
                }
            }
            name.append(text.charAt(at));
        }
        throw error("unclosed quote");
    }

    private void skipSpace() {
        while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
    }

    private DataException error(String what) {
        return new DataException("tree, character " + (at + 1) + ": " + what);
    }
}
