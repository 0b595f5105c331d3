package dev.kith.checks;

/**
 * The laws every trainer keeps, as a test class gets them: implement this, say how to make the trainer, and JUnit runs
 * all of them.
 *
 * <pre>
 *   class MyTrainerTest implements TrainerChecks {
 *       public Trainer&lt;Model&gt; trainer(List&lt;String&gt; tasks, int threads) { ... }
 *       public Matrix oneTask(Dataset data, Inputs x) { ... }
 *   }
 * </pre>
 *
 * <p>A law the trainer rightly does not keep is declared, with the reason, in {@link #exceptions()}.
 */
public interface TrainerChecks extends InvarianceChecks, DegenerateDataChecks, FitChecks {}
