package dev.kith.online.bound;

import dev.kith.online.Interaction;
import dev.kith.online.MistakeBound;
import dev.kith.online.Row;
import dev.kith.online.Snapshot;
import dev.kith.online.state.GramInverse;
import dev.kith.online.state.Supports;

/**
 * Theorem 8 of Cavallanti, Cesa-Bianchi and Gentile (2010):
 *
 * <pre>
 *   m &lt;= L + sqrt( (u'(A (x) I)u + sum_t u_{i_t}(x_t)^2) log det(I + G) )
 * </pre>
 *
 * sums and the Gram matrix G over mistaken steps, of rows that come one at a time.
 */
public final class SecondOrderBound implements MistakeBound {
    private final Comparators comparators;
    private final Interaction interaction;
    private Supports mistaken;
    private GramInverse inverse = new GramInverse();
    private double[] gram = new double[16];
    private double squares;

    public SecondOrderBound(Interaction interaction, Comparators comparators) {
        this.comparators = comparators;
        this.interaction = interaction;
        this.mistaken = new Supports(comparators.kernel(), Supports.UNLIMITED);
    }

    @Override
    public String theorem() {
        return "theorem 8";
    }

    @Override
    public boolean survivesNewTasks() {
        return interaction.fixed();
    }

    @Override
    public boolean holdsInRounds() {
        return false;
    }

    @Override
    public void mistake(int task, Row x, double y) {
        comparators.mistake(task, x, y);
        squares += Math.pow(comparators.margin(task, x), 2);
        if (gram.length < mistaken.size()) {
            gram = new double[2 * mistaken.size()];
        }
        int tasks = comparators.tasks();
        mistaken.kernelInto(gram, x);
        for (int s = 0; s < mistaken.size(); s++) {
            gram[s] *= interaction.between(mistaken.task(s), task, tasks);
        }
        inverse.put(mistaken.size(), gram, interaction.between(task, task, tasks) * mistaken.self(x), y);
        mistaken.add(task, y, x);
    }

    @Override
    public long mistakes() {
        return comparators.mistakes();
    }

    @Override
    public double value() {
        double reach = reach();
        return comparators.least((scale, loss) -> loss + scale * reach);
    }

    @Override
    public double scale() {
        double reach = reach();
        return comparators.bestScale((scale, loss) -> loss + scale * reach);
    }

    private double reach() {
        double energy = interaction.apply(comparators.gram()).trace();
        return Math.sqrt((energy + squares) * inverse.logDet());
    }

    @Override
    public void save(Snapshot.Builder to) {
        comparators.save(to);
        to.numbers("bound squares", squares);
        mistaken.save(to);
        inverse.save(to);
    }

    @Override
    public void restore(Snapshot from) {
        comparators.restore(from);
        squares = from.number("bound squares");
        mistaken = Supports.restore(from);
        inverse = GramInverse.restore(from);
    }
}
