package dev.kith.experiments;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.NodeList;

/** Here because this module is built from a checkout only, and is one of those that are not released. */
class BillOfMaterialsTest {
    private static final List<String> NOT_RELEASED = List.of("examples", "experiments", "bench", "check", "bom");

    @Test
    void everyReleasedModuleIsOnTheBill() throws Exception {
        List<String> released = texts(pom(Path.of("..")), "module");
        released.removeAll(NOT_RELEASED);
        List<String> billed = texts(pom(Path.of("../bom")), "artifactId");
        billed.removeIf(name -> name.equals("kith-bom") || name.endsWith("-maven-plugin"));
        billed.replaceAll(name -> name.replaceFirst("_[0-9.]+$", "")); // the Scala of Spark
        assertThat(billed)
                .containsExactlyElementsOf(
                        released.stream().map(module -> "kith-" + module).toList());
    }

    @Test
    void theBillHasTheVersionOfTheProject() throws Exception {
        assertThat(texts(pom(Path.of("../bom")), "version").get(0))
                .isEqualTo(texts(pom(Path.of("..")), "version").get(0));
    }

    private static Document pom(Path directory) throws Exception {
        return DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(directory.resolve("pom.xml").toFile());
    }

    private static List<String> texts(Document pom, String element) {
        NodeList nodes = pom.getElementsByTagName(element);
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < nodes.getLength(); i++) {
            texts.add(nodes.item(i).getTextContent());
        }
        return texts;
    }
}
