package dev.kith.structure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kith.data.DataException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TaskTreeTest {
    private static TaskTree.Node node(String name, int parent, double length) {
        return new TaskTree.Node(name, parent, length);
    }

    @Test
    void newickNamesNodesAndBranches() {
        assertThat(TaskTree.parseNewick("((a:1,b : 2.5e-1)x:2, 'c d''e' ,)root;")
                        .nodes())
                .containsExactly(
                        node("root", -1, 1),
                        node("x", 0, 2),
                        node("a", 1, 1),
                        node("b", 1, 0.25),
                        node("c d'e", 0, 1),
                        node("node5", 0, 1));
    }

    @Test
    void spacesAndTheLastSemicolonMayBeLeftOutOrAdded() {
        assertThat(TaskTree.parseNewick(" ( a , b ) ")).isEqualTo(TaskTree.parseNewick("(a,b);"));
        assertThat(TaskTree.parseNewick("( 'a' :  2 , b :3 ) r : 4 ;"))
                .isEqualTo(TaskTree.parseNewick("('a':2,b:3)r:4;"));
        assertThat(TaskTree.parseNewick("('a');").nodes().get(1).name()).isEqualTo("a");
        assertThat(TaskTree.parseNewick("(a,b);").nodes())
                .extracting(TaskTree.Node::name)
                .containsExactly("node0", "a", "b");
        assertThat(TaskTree.parseNewick("(a,(b):3)r:2;").nodes())
                .containsExactly(node("r", -1, 2), node("a", 0, 1), node("node2", 0, 3), node("b", 2, 1));
        assertThat(TaskTree.parseNewick("alone").nodes()).containsExactly(node("alone", -1, 1));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "(a,b | tree, character 5: unexpected ';'",
                "(a,b)) | tree, character 6: unexpected ')'",
                "a,b | tree, character 2: unexpected ','",
                "(a(b)) | tree, character 3: unexpected '('",
                "(a:x,b); | tree, character 5: branch length \"x\" is not a number",
                "(a:,b); | tree, character 4: branch length \"\" is not a number",
                "('a,b) | tree, character 7: unclosed quote",
                "('a''b | tree, character 7: unclosed quote",
                "(a:1:2,b); | tree, character 5: unexpected ':'",
                "(a'b',c); | tree, character 3: unexpected '''",
                "(:1(a),b); | tree, character 4: unexpected '('",
                "((a)x(b),c); | tree, character 6: unexpected '('",
                "(a:-1,b); | tree: branch length of 'a' must be a finite number >= 0, got -1.0",
                "(a:NaN,b); | tree: branch length of 'a' must be a finite number >= 0, got NaN",
                "(a:Infinity,b); | tree: branch length of 'a' must be a finite number >= 0, got Infinity"
            })
    void damagedNewickIsRefusedWithItsPlace(String text, String message) {
        assertThatThrownBy(() -> TaskTree.parseNewick(text))
                .isInstanceOf(DataException.class)
                .hasMessage(message);
    }

    @Test
    void deepNestingDoesNotExhaustTheStack() {
        int deep = 100_000;
        assertThat(TaskTree.parseNewick("(".repeat(deep) + "a" + ")".repeat(deep))
                        .nodes())
                .hasSize(deep + 1);
    }

    @Test
    void leavesHaveNoChildrenAndPathsLeadToTheRoot() {
        TaskTree tree = TaskTree.parseNewick("((a,b)x,c)r;");
        assertThat(tree.leaves()).containsExactly(2, 3, 4);
        assertThat(tree.path("b")).containsExactly(3, 1, 0);
        assertThat(tree.path("c")).containsExactly(4, 0);
        assertThatThrownBy(() -> tree.path("x"))
                .isInstanceOf(DataException.class)
                .hasMessage("tree: has no leaf for task 'x'");
    }

    @Test
    void nodesFollowTheirParents() {
        assertThatThrownBy(() -> new TaskTree(List.of())).hasMessage("tree: must have a root");
        assertThatThrownBy(() -> new TaskTree(List.of(node("a", 0, 1)))).hasMessage("tree: must have a root");
        assertThatThrownBy(() -> new TaskTree(List.of(node("r", -1, 1), node("a", 1, 1))))
                .hasMessage("tree: node 'a' must follow its parent");
        assertThatThrownBy(() -> new TaskTree(List.of(node("r", -1, 1), node("a", -1, 1))))
                .hasMessage("tree: node 'a' must follow its parent");
        assertThat(new TaskTree(List.of(node("r", -1, 1), node("a", 0, 0))).leaves())
                .containsExactly(1);
    }

    @Test
    void pairsOfChildAndParentAreATree() {
        TaskTree tree = TaskTree.ofParents(Map.of("a", "x", "b", "x", "x", "r", "c", "r"));
        assertThat(tree.nodes())
                .containsExactly(node("r", -1, 1), node("c", 0, 1), node("x", 0, 1), node("a", 2, 1), node("b", 2, 1));
        assertThatThrownBy(() -> TaskTree.ofParents(Map.of("a", "x", "b", "y")))
                .isInstanceOf(DataException.class)
                .hasMessage("tree: must have one root, both 'x' and 'y' have no parent");
        assertThatThrownBy(() -> TaskTree.ofParents(Map.of("a", "b", "b", "a")))
                .hasMessage("tree: must have a root, every name has a parent (a cycle)");
        assertThatThrownBy(() -> TaskTree.ofParents(Map.of()))
                .hasMessage("tree: must have a root, every name has a parent (a cycle)");
        assertThatThrownBy(() -> TaskTree.ofParents(Map.of("a", "b", "b", "a", "c", "r")))
                .hasMessage("tree: 2 nodes do not hang from the root 'r' (a cycle)");
    }
}
