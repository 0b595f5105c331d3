package dev.kith.report;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.logging.Level;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.openqa.selenium.By;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.interactions.Actions;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;

/** A headless Chromium that opens reports. */
final class Browser implements AutoCloseable {
    /** Charts paint in the next frame: wait for two, however long they take. */
    private static final String PAINTED =
            "const done = arguments[arguments.length - 1]; requestAnimationFrame(() => requestAnimationFrame(done));";

    /** A screen at a time to the end of the page, with time to paint, and back to where it begins. */
    private static final String SCROLLED = "const done = arguments[arguments.length - 1];"
            + " const next = y => { window.scrollTo(0, y); requestAnimationFrame(() => requestAnimationFrame(() =>"
            + " y < document.documentElement.scrollHeight ? next(y + innerHeight)"
            + " : (window.scrollTo(0, 0), requestAnimationFrame(() => done())))); }; next(0);";

    /** Far more than any page takes on a machine that does other things too. */
    private static final Duration PATIENCE = Duration.ofMinutes(10);

    private final ChromeDriver driver;
    private final Path directory;

    private Browser(ChromeDriver driver, Path directory) {
        this.driver = driver;
        this.directory = directory;
    }

    /** Empty where there is no Chromium, or no driver for it. */
    static Optional<Browser> find(Path directory) {
        Optional<Path> browser = program("chromium", "chromium-browser", "google-chrome");
        Optional<Path> service = program("chromedriver");
        if (browser.isEmpty() || service.isEmpty()) {
            return Optional.empty();
        }
        ChromeOptions options = new ChromeOptions();
        options.setBinary(browser.get().toFile());
        options.addArguments("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage");
        LoggingPreferences logs = new LoggingPreferences();
        logs.enable(LogType.BROWSER, Level.ALL);
        options.setCapability("goog:loggingPrefs", logs);
        ChromeDriverService driver = new ChromeDriverService.Builder()
                .usingDriverExecutable(service.get().toFile())
                .build();
        ChromeDriver started = new ChromeDriver(driver, options);
        started.manage().timeouts().scriptTimeout(PATIENCE);
        return Optional.of(new Browser(started, directory));
    }

    private static Optional<Path> program(String... names) {
        List<String> places = Arrays.asList(
                Optional.ofNullable(System.getenv("PATH")).orElse("").split(File.pathSeparator, -1));
        return Stream.of(names)
                .flatMap(name -> places.stream().map(place -> Path.of(place, name)))
                .filter(Files::isExecutable)
                .findFirst();
    }

    /** A window of this width, in light or dark. */
    Browser window(int width, boolean dark) {
        driver.executeCdpCommand(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", 900, "deviceScaleFactor", 1, "mobile", width < 600));
        driver.executeCdpCommand(
                "Emulation.setEmulatedMedia",
                Map.of(
                        "media",
                        "",
                        "features",
                        List.of(Map.of("name", "prefers-color-scheme", "value", dark ? "dark" : "light"))));
        return this;
    }

    /** Opens a report and reads it to its end: charts are drawn when they come into view. */
    Browser open(Report report) throws IOException {
        return openAtTop(report).scrolled();
    }

    /** Opens a report; what was said on the console before is forgotten. */
    Browser openAtTop(Report report) throws IOException {
        Path file = Files.writeString(directory.resolve("report.html"), ReportPage.html(report));
        driver.get("about:blank");
        console();
        driver.get(file.toUri().toString());
        return painted();
    }

    Browser painted() {
        driver.executeAsyncScript(PAINTED);
        return this;
    }

    Browser scrolled() {
        driver.executeAsyncScript(SCROLLED);
        return painted();
    }

    /** Everything on the console since this was asked last. */
    List<String> console() {
        return StreamSupport.stream(driver.manage().logs().get(LogType.BROWSER).spliterator(), false)
                .map(entry -> entry.getMessage())
                .toList();
    }

    /** What a script returns, as text. */
    String ask(String script, Object... arguments) {
        return String.valueOf(driver.executeScript("return " + script, arguments));
    }

    /** What a script returns, as a number. */
    double number(String script, Object... arguments) {
        return Double.parseDouble(ask(script, arguments));
    }

    WebElement find(String selector) {
        return driver.findElement(By.cssSelector(selector));
    }

    List<WebElement> all(String selector) {
        return driver.findElements(By.cssSelector(selector));
    }

    Actions actions() {
        return new Actions(driver);
    }

    @Override
    public void close() {
        driver.quit();
    }
}
