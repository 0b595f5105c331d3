package dev.kith.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kith.data.Dataset;
import dev.kith.data.DenseInputs;
import dev.kith.file.ModelJson;
import dev.kith.linalg.Matrix;
import dev.kith.loss.Losses;
import dev.kith.mkl.MklTrainer;
import dev.kith.mkl.TaskKernels;
import dev.kith.mkl.Views;
import dev.kith.model.derived.SharingTree;
import dev.kith.structure.TaskTree;
import java.io.StringWriter;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SharingTreeTest {
    private static NodeModel model(TaskKernels kernels) {
        Matrix x = Matrix.of(new double[] {1, 0}, new double[] {0, 1}, new double[] {1, 1}, new double[] {2, 1});
        Dataset data = Dataset.ofLong(
                new DenseInputs(x, List.of("u1", "v1")),
                List.of("a", "b", "c", "d"),
                new int[] {0, 1, 2, 3},
                new double[] {1, 2, 3, 4});
        return new MklTrainer(Losses.squared(), Views.byStem(), kernels, 2, 1)
                .train(data)
                .model();
    }

    @Test
    void theTreeComesBackWithWeightsSummedOverViews() {
        NodeModel model = model(TaskKernels.tree(TaskTree.parseNewick("((a,b)ab,(c,d)cd)root;")));
        List<SharingTree.Node> nodes = SharingTree.of(model).nodes();
        assertThat(nodes.stream().map(SharingTree.Node::name))
                .containsExactlyInAnyOrder("root", "ab", "cd", "a", "b", "c", "d");
        for (SharingTree.Node node : nodes) {
            String parent = node.parent() < 0 ? "" : nodes.get(node.parent()).name();
            assertThat(parent)
                    .isEqualTo(node.tasks().size() == 4 ? "" : node.tasks().size() == 2 ? "root" : parent(node.name()));
            double sum = model.kernels().stream()
                    .filter(kernel -> kernel.tasks().equals(node.name()))
                    .mapToDouble(NodeModel.KernelWeight::weight)
                    .sum();
            assertThat(node.weight()).isEqualTo(sum);
        }
        StringWriter json = new StringWriter();
        ModelJson.write(model, json);
        assertThat(json.toString()).contains("\"tree\":[{\"name\":\"root\",\"parent\":-1,\"weight\":");
    }

    private static String parent(String task) {
        return task.equals("a") || task.equals("b") ? "ab" : "cd";
    }

    @Test
    void theKernelOfSingleTasksIsNoPartOfIt() {
        Map<String, String> groups = Map.of("a", "x", "b", "x", "c", "y", "d", "y");
        List<SharingTree.Node> nodes =
                SharingTree.of(model(TaskKernels.groups(groups))).nodes();
        assertThat(nodes.stream().map(SharingTree.Node::name)).containsExactlyInAnyOrder("shared", "x", "y");
        assertThat(nodes.get(0).parent()).isEqualTo(-1);
        assertThat(nodes.get(1).parent()).isZero();
    }
}
