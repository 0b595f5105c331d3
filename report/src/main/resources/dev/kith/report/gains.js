'use strict';
kith.section({
  id: 'gains',
  title: 'Does sharing help each task?',
  when: data => data.comparison && data.comparison.verdicts.length > 0,
  draw(data, host) {
    const { element, signed, fixed, table, named, verdicts } = kith;
    const { metric, verdicts: found, baseline, chosen, level, margin } = data.comparison;
    const tasks = data.tasks;
    const of = new Map(found.map(v => [kith.position.get(v.task), v]));
    const decimals = kith.decimalsFor(found.flatMap(v => [v.gain.value, v.gain.low, v.gain.high]));
    const show = value => signed(value, decimals) + metric.unit;
    const interval = gain => gain.low === null ? '' : ` (${show(gain.low)} to ${show(gain.high)})`;
    const plain = value => fixed(value, decimals) + metric.unit;
    const shared = data.methods.find(m => m.name === chosen && m.name !== baseline)?.label || 'the best shared method';

    const tally = kind => found.filter(v => v.verdict === kind).length;
    host.append(
      element('p', { class: 'note' },
        `How much better ${shared} predicts each task than learning it alone (${baseline}), in ${metric.name} on held-out labels. `
        + (Number.isFinite(level) ? `A task gains or loses only where its whole ${kith.number(100 * level)}% interval lies on one side of 0`
          + (margin ? `; there is no difference where the interval lies within ${margin}` : '') + '; otherwise there is too little data to tell.' : '')),
      element('ul', { class: 'tally' }, ...Object.keys(verdicts).map(kind => element('li', { class: kind },
        element('strong', {}, kith.verdictBadge(kind, tally(kind).toLocaleString('en'))), ' ' + (tally(kind) === 1 ? verdicts[kind].says : verdicts[kind].all)))));

    const orders = {
      gain: (a, b) => kith.compare(of.get(b).gain.value, of.get(a).gain.value),
      'training labels': (a, b) => of.get(b).training - of.get(a).training,
      name: (a, b) => kith.compare(tasks[a], tasks[b]),
    };
    const sorting = element('select', { id: 'gain-order' }, ...Object.keys(orders).map(name => element('option', {}, name)));
    const order = () => [...of.keys()].sort((a, b) => orders[sorting.value](a, b) || a - b);
    host.append(element('p', { class: 'controls' }, element('label', { for: 'gain-order' }, 'Sort by'), sorting));

    // Few tasks are rows with names; many stand side by side, named when pointed at.
    const rows = found.length <= 40;
    const told = element('p', { class: 'readout', role: 'status' }, 'Choose a task: click it, or use the arrow keys in the chart.');
    const place = element('div');
    const range = extent();
    host.append(place, range.beyond > 0 ? element('p', { class: 'note' }, `${kith.count(range.beyond, 'task')} at the edge of the chart ${range.beyond === 1 ? 'lies' : 'lie'} beyond it.`) : '', told);
    let drawn = [];
    const chart = kith.chart(place, {
      label: `Gain of each task with its interval: ${tally('share')} tasks gain, ${tally('isolate')} lose, ${tally('same')} show no difference, ${tally('unclear')} are unclear. Arrow keys walk through the tasks. The same numbers follow as a table.`,
      interactive: true,
      renderer: kith.renderer(2 * found.length),
      begun: listen,
      height: () => rows ? 70 + 26 * found.length : 380,
      option: width => {
        drawn = order();
        if (rows) drawn.reverse();
        return option(width);
      },
    });
    sorting.addEventListener('change', chart.redraw);
    kith.walk(chart.node, order);
    kith.watch(t => {
      chart.redraw();
      told.textContent = '';
      told.append(...(t === null || !of.has(t) ? ['No task chosen.'] : sentence(of.get(t))));
    });

    host.append(kith.numbersBehind(() => table(
      [{ title: 'Task' }, { title: 'Verdict' }, { title: 'Gain', number: true }, { title: 'Interval', number: true }, { title: 'Alone', number: true },
        { title: 'Shared', number: true }, { title: 'Training labels', number: true }, { title: 'Held-out labels', number: true }],
      order().map(t => of.get(t)).map(v => ({
        sort: [v.task, v.verdict, v.gain.value, v.gain.low, v.baseline, v.shared, v.training, v.heldOut],
        cells: () => [named(v.task), kith.verdictBadge(v.verdict), show(v.gain.value), v.gain.low === null ? '–' : show(v.gain.low) + ' to ' + show(v.gain.high),
          plain(v.baseline), plain(v.shared), v.training.toLocaleString('en'), v.heldOut.toLocaleString('en')],
      })))));
    losers();

    /** The gains, and most of the intervals: a task with three labels must not squeeze all others flat. */
    function extent() {
      const quantile = (values, q) => {
        const sorted = values.filter(v => v !== null).sort((a, b) => a - b);
        return sorted.length ? sorted[Math.round(q * (sorted.length - 1))] : 0;
      };
      const gains = found.map(v => v.gain.value).filter(v => v !== null);
      const cut = found.length > 20 ? 0.05 : 0;
      // Of many, those far away from nearly all others are drawn at the edge.
      const [q1, q3] = [quantile(gains, 0.25), quantile(gains, 0.75)];
      const reach = found.length > 20 && q3 > q1 ? 10 * (q3 - q1) : Infinity;
      const low = Math.min(0, Math.max(q1 - reach, Math.min(...gains, quantile(found.map(v => v.gain.low), cut))));
      const high = Math.max(0, Math.min(q3 + reach, Math.max(...gains, quantile(found.map(v => v.gain.high), 1 - cut))));
      const pad = 0.04 * (high - low || 1);
      return { min: low - pad, max: high + pad, beyond: gains.filter(v => v < low || v > high).length };
    }

    function option(width) {
      const place = new Map(drawn.map((t, i) => [t, i]));
      const at = (i, value) => rows ? [value, i] : [i, value];
      const names = drawn.map(t => kith.shorten(tasks[t], width < 500 ? 14 : 28));
      const values = kith.axis({
        type: 'value', min: range.min, max: range.max, nameLocation: 'middle', nameGap: rows ? 30 : 46,
        name: width < 500 ? 'gain (right of 0: sharing helps)'.replace('right of', rows ? 'right of' : 'above') : `gain in ${metric.name}; ${rows ? 'right of' : 'above'} 0 sharing helps`,
        axisLabel: { color: kith.color('muted'), hideOverlap: true, showMinLabel: false, showMaxLabel: false, formatter: v => kith.number(v) + metric.unit },
      });
      const categories = kith.axis({
        type: 'category', data: names, splitLine: { show: false },
        axisLabel: { show: rows, color: kith.color('text'), interval: 0 }, name: rows ? '' : `${found.length.toLocaleString('en')} tasks, sorted by ${sorting.value}`, nameLocation: 'middle', nameGap: 10,
      });
      const chosenAt = place.get(kith.selected());
      const mark = kind => ({
        name: verdicts[kind].title,
        type: 'scatter',
        symbol: verdicts[kind].symbol,
        symbolSize: rows ? 12 : Math.max(found.length > 500 ? 3 : 5, Math.min(10, 0.9 * width / found.length)),
        itemStyle: { color: kith.color(kind), borderColor: kith.color('surface'), borderWidth: rows ? 1 : found.length > 500 ? 0 : 0.5 },
        z: 3,
        data: drawn.filter(t => of.get(t).verdict === kind && of.get(t).gain.value !== null).map(t => at(place.get(t), Math.max(range.min, Math.min(range.max, of.get(t).gain.value)))),
      });
      return {
        grid: { left: rows ? kith.widest(names) + 14 : 64, right: 20, top: 8, bottom: rows ? 52 : 26 },
        tooltip: kith.tooltip({
          trigger: 'axis',
          axisPointer: { type: 'shadow', axis: rows ? 'y' : 'x', shadowStyle: { color: kith.color('muted'), opacity: 0.15 } },
          formatter: items => describe(of.get(drawn[items[0].data[rows ? 1 : 0]])),
        }),
        [rows ? 'xAxis' : 'yAxis']: values,
        [rows ? 'yAxis' : 'xAxis']: categories,
        series: [
          ...Object.keys(verdicts).map(mark),
          {
            type: 'custom',
            clip: true,
            silent: true,
            tooltip: { show: false },
            z: 2,
            encode: rows ? { x: [1, 2], y: 0 } : { x: 0, y: [1, 2] },
            data: drawn.map((t, i) => [i, of.get(t).gain, t]).filter(d => d[1].low !== null)
              .map(([i, gain, t]) => [i, Math.max(gain.low, range.min), Math.min(gain.high, range.max), t]),
            renderItem: (params, api) => {
              const [x1, y1] = api.coord(at(api.value(0), api.value(1)));
              const [x2, y2] = api.coord(at(api.value(0), api.value(2)));
              const verdict = of.get(api.value(3)).verdict;
              return { type: 'line', shape: { x1, y1, x2, y2 }, style: { stroke: kith.color(verdict), lineWidth: rows ? 2 : 1.2, opacity: rows ? 1 : Math.min(0.7, kith.fade(found.length, width)) } };
            },
            markLine: {
              silent: true, symbol: 'none', label: { show: false }, z: 1,
              data: [
                { [rows ? 'xAxis' : 'yAxis']: 0, lineStyle: { color: kith.color('text'), type: 'solid', width: 1 } },
                ...(chosenAt === undefined ? [] : [{ [rows ? 'yAxis' : 'xAxis']: chosenAt, lineStyle: { color: kith.color('accent'), type: 'solid', width: rows ? 18 : 6, opacity: 0.25 } }]),
              ],
            },
          },
        ],
      };
    }

    function describe(v) {
      return [named(kith.shorten(v.task, 120)), element('span', {}, kith.verdictBadge(v.verdict), ': ' + verdicts[v.verdict].says), `gain ${show(v.gain.value)}${interval(v.gain)}`,
        `alone ${plain(v.baseline)}, shared ${plain(v.shared)}`, `${kith.count(v.training, 'training label')}, ${v.heldOut.toLocaleString('en')} held out`];
    }

    function sentence(v) {
      return [element('strong', {}, named(v.task)), ' ', kith.verdictBadge(v.verdict), `: gain ${show(v.gain.value)}${interval(v.gain)}; alone ${plain(v.baseline)}, shared ${plain(v.shared)}; `
        + `${kith.count(v.training, 'training label')}, ${v.heldOut.toLocaleString('en')} held out.`, ...(v.tiedTo.length ? [' Tied to ', ...ties(v), '.'] : [])];
    }

    function ties(v) {
      return v.tiedTo.slice(0, 4).flatMap((tie, i) => [i ? ', ' : '', named(kith.shorten(tie.task, 40)), ` (${signed(tie.strength)})`]);
    }

    /** Clicks anywhere in a task's row or column choose it. */
    function listen(instance) {
      instance.getZr().on('click', event => {
        const point = [event.offsetX, event.offsetY];
        if (!instance.containPixel('grid', point)) return;
        const t = drawn[instance.convertFromPixel({ gridIndex: 0 }, point)[rows ? 1 : 0]];
        if (t !== undefined) kith.select(t);
      });
    }

    /** Negative transfer by its name: who loses, and to whom they were tied. */
    function losers() {
      const losing = found.filter(v => v.verdict === 'isolate').sort((a, b) => a.gain.value - b.gain.value);
      if (losing.length === 0) return;
      const tied = losing.some(v => v.tiedTo.length > 0);
      const list = part => table([{ title: 'Task' }, { title: 'Change', number: true }, ...(tied ? [{ title: 'Tied to' }] : [])],
        part.map(v => ({ sort: [v.task, v.gain.value, ...(tied ? [v.tiedTo[0]?.task || ''] : [])],
          cells: () => [named(v.task), show(v.gain.value), ...(tied ? [element('span', {}, ...(v.tiedTo.length ? ties(v) : ['–']))] : [])] })));
      host.append(element('h3', {}, `Negative transfer: ${kith.count(losing.length, 'task')} ${losing.length === 1 ? 'loses' : 'lose'} by sharing`),
        element('p', { class: 'note' }, tied ? 'Better learned alone, or without the tasks they are tied to.' : 'Better learned alone.'),
        element('div', { class: losing.length > 10 ? 'scroll tall short' : 'scroll', tabindex: losing.length > 10 ? 0 : null }, list(losing)));
    }
  },
});
