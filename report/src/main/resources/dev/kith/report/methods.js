'use strict';
kith.section({
  id: 'methods',
  title: 'Which method predicts best',
  when: data => data.comparison && data.methods.length > 0,
  draw(data, host) {
    const { element, svg, table, fixed, signed, number } = kith;
    const { metric, baseline, chosen, level } = data.comparison;
    const methods = data.methods;
    const decimals = kith.decimalsFor(methods.map(m => m.error?.value));
    const alone = methods.find(m => m.name === baseline);
    const better = metric.smallerIsBetter ? 'Less is better.' : 'More is better.';
    const sure = Number.isFinite(level) ? ` Intervals hold at ${number(100 * level)}%.` : '';
    // The share of right classes says the same as that of wrong answers.
    const units = data.comparison.majority ? null : data.details?.inUnits;
    const constant = units?.constant;
    // The measure itself may be in the unit of the labels.
    const twice = units && metric.name !== 'rmse';
    host.append(element('p', { class: 'note' }, kith.sentence(metric.explain) + ' ' + better + sure + ' All numbers are of ', kith.term('held out', 'held-out'), ' rows.'));

    const withImprovement = methods.some(m => m.improvement);
    const withCounts = methods.some(m => m.counts);
    const { majority } = data.comparison;
    const ends = methods.flatMap(m => [m.error?.value, m.error?.low, m.error?.high]).filter(v => v !== null && v !== undefined);
    const least = Math.min(...ends);
    const most = Math.max(...ends);

    const columns = [
      { title: 'Method' },
      { title: metric.name, number: true, ask: kith.sentence(metric.explain) },
      ...(twice ? [{ title: unitTitle(), number: true, ask: units.unit.words + ', over all held-out labels together.' }] : []),
      ...(majority ? [{ title: 'Right class', number: true }] : []),
      { title: picture() ? scaleTitle() : '', optional: true },
      ...(withImprovement ? [{ title: 'Better than alone by', number: true, ask: 'better than alone' }] : []),
      ...(withCounts ? [{ title: 'Tasks by verdict', number: true, optional: true, ask: '● gain by sharing, ◆ lose by it, ⬢ no difference, ■ too little data to tell.' }] : []),
    ];
    const rows = methods.map(m => ({
      best: m.name === chosen,
      sort: [m.plain || m.name, m.error?.value ?? null, ...(twice ? [units.methods[data.methods.indexOf(m)]] : []), ...(majority ? [m.accuracy] : []), undefined, ...(withImprovement ? [m.improvement?.value ?? null] : []), ...(withCounts ? [m.counts?.share ?? null] : [])],
      cells: [
        element('span', {},
          kith.methodName(m),
          m.name === chosen ? element('span', { class: 'badge' }, 'best') : null,
          element('span', { class: 'what' }, m.description)),
        estimate(m.error, value => fixed(value, decimals) + metric.unit),
        ...(twice ? [inUnit(units.methods[data.methods.indexOf(m)])] : []),
        ...(majority ? [m.accuracy === null ? '–' : fixed(100 * m.accuracy, 1) + '%'] : []),
        picture() ? whisker(m) : '',
        ...(withImprovement ? [estimate(m.improvement, percent)] : []),
        ...(withCounts ? [m.counts ? counts(m.counts) : '–'] : []),
      ],
    }));
    if (constant) rows.push(constantRow());
    host.append(element('div', { class: 'scroll' }, table(columns, rows, 'methods')));
    if (majority) {
      host.append(element('p', { class: 'note after' },
        `“Right class” is the share of ${kith.count(majority.rows, 'row')} whose class has the largest decision of all. Always answering `, kith.named(majority.class),
        ` would be right for ${fixed(100 * majority.accuracy, 1)}%.`));
    }

    if (data.comparison.ensemble) together(data.comparison.ensemble);

    /** Several methods at once: which, and how much of each. */
    function together({ parts, error, overBest, best, drawnRows }) {
      host.append(
        element('p', { class: 'note after' },
          `Several together (${drawnRows === null ? 'the same weights for all tasks' : 'weights differ by task, these are averages'}): ${metric.name} ${fixed(error, decimals)}${metric.unit}, `,
          overBest.value === null ? '' : `${percent(overBest.value)} beside the best single method, `,
          best ? 'more than chance.' : 'no more than chance.'),
        element('div', { class: 'scroll' }, table(
          [{ title: 'Part' }, { title: 'Weight', number: true }],
          parts.map(p => ({ sort: [p.name, p.share], cells: [kith.methodName(methods.find(m => m.name === p.name)), fixed(p.share, 2)] })),
          'ensemble')));
    }

    function unitTitle() {
      return units.unit.kind === 'share' ? 'Wrong answers' : units.unit.kind === 'deviations' ? 'Error in deviations' : units.unit.column ? 'Error in ' + kith.shorten(units.unit.column, 24) : 'Error in the labels’ unit';
    }

    function inUnit(value) {
      return value === null ? '–' : units.unit.kind === 'share' ? fixed(100 * value, 1) + '%' : fixed(value, kith.decimalsFor(units.methods));
    }

    /** What no method must be worse than. */
    function constantRow() {
      const { measure, error } = constant;
      return {
        sort: ['\uffff', measure.value, ...(twice ? [error] : []), ...(majority ? [null] : []), undefined, ...(withImprovement ? [null] : []), ...(withCounts ? [null] : [])],
        cells: [
          element('span', {}, element('span', { class: 'name' }, units.unit.kind === 'share' ? 'always the more frequent class' : 'always the mean'), ' ', kith.ask('constant answer', 'this'),
            element('span', { class: 'what' }, 'of the task’s training labels')),
          estimate(measure, value => fixed(value, decimals) + metric.unit),
          ...(twice ? [inUnit(error)] : []),
          ...(majority ? ['–'] : []),
          '',
          ...(withImprovement ? ['–'] : []),
          ...(withCounts ? ['–'] : []),
        ],
      };
    }

    function picture() {
      return most > least;
    }

    function scaleTitle() {
      return element('span', { class: 'scale' }, element('span', {}, number(least) + metric.unit), element('span', {}, number(most) + metric.unit));
    }

    function percent(value) {
      return signed(100 * value, 1) + '%';
    }

    function estimate(part, write) {
      if (!part || part.value === null) return '–';
      const interval = part.low === null ? null : element('span', { class: 'interval' }, write(part.low) + ' to ' + write(part.high));
      return element('span', {}, write(part.value), interval);
    }

    function counts({ share, isolate, same, unclear }) {
      return element('span', { class: 'counts', 'aria-label': `${share} gain, ${isolate} lose, ${same} no difference, ${unclear} unclear` },
        ...Object.entries({ share, isolate, same, unclear }).map(([kind, tasks]) => kith.verdictBadge(kind, tasks.toLocaleString('en'))));
    }

    /** A point and its interval on the scale that all methods share; the dashed line is the baseline. */
    function whisker(m) {
      if (!m.error || m.error.value === null) return '';
      const x = value => 6 + 148 * (value - least) / (most - least);
      const line = (a, b, name) => svg('line', { x1: x(a), x2: x(b), y1: name === 'base' ? 0 : 12, y2: name === 'base' ? 24 : 12, class: name });
      return svg('svg', { class: 'whisker', viewBox: '0 0 160 24', 'aria-hidden': 'true' },
        alone?.error ? line(alone.error.value, alone.error.value, 'base') : null,
        m.error.low === null ? null : line(m.error.low, m.error.high, 'range'),
        svg('circle', { cx: x(m.error.value), cy: 12, r: 5, class: m.name === chosen ? 'point chosen' : 'point' }));
    }
  },
});
