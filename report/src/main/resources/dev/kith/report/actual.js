'use strict';
kith.section({
  id: 'actual',
  title: 'Predicted against actual',
  when: data => data.details?.actual,
  draw(data, host) {
    const { element, number, share } = kith;
    const found = data.details.actual;
    const unit = found.oneUnit ? (found.column ? ` in ${found.column}` : '') : ' in standard deviations of the task’s labels';
    const misses = found.misses.map((miss, i) => `${i === 0 ? 'Half' : share(found.shares[i])} of all predictions miss by less than ${number(miss)}`);
    host.append(element('p', { class: 'note' },
      `${misses.join('; ').replaceAll('; ', '; ').replace(/; (\d+%) of all predictions miss by less than/g, ', $1 by less than')}${unit}. `,
      'These are ', kith.term('held out', 'held-out'), ` labels (${found.labels.toLocaleString('en')}), predicted by ${kith.label(data.details.method)}. `
      + `Grey points are ${found.points.length < found.labels ? `${found.points.length.toLocaleString('en')} of them, drawn at random` : 'the labels'}; blue ones are the averages of ${kith.count(found.bins.length, 'group')} `
      + `of equal size, with lines that hold the middle 80% of actual values. Predictions are right on average where the blue points lie on the dashed line.`
      + (found.oneUnit ? '' : ' Tasks have units of their own: both are less the mean of the task’s labels.')));
    const place = element('div');
    host.append(place);
    // The diagonal as far as there is anything on both sides of it.
    const predicted = found.points.map(point => point[1]).concat(found.bins.map(b => b.predicted));
    const truth = found.points.map(point => point[2]).concat(found.bins.flatMap(b => [b.low, b.high]));
    const low = Math.max(Math.min(...predicted), Math.min(...truth));
    const high = Math.min(Math.max(...predicted), Math.max(...truth));
    kith.chart(place, {
      label: 'Actual against predicted values on held-out rows. The averages follow as a table.',
      renderer: 'canvas',
      height: width => Math.min(460, Math.max(300, width * 0.6)),
      option: () => ({
        grid: { left: 40, right: 24, top: 12, bottom: 38, containLabel: true },
        tooltip: kith.tooltip({ trigger: 'item', formatter: item => item.seriesIndex === 0
          ? [kith.named(kith.shorten(data.tasks[found.points[item.dataIndex][0]], 80)), 'predicted ' + number(item.value[0]), 'actual ' + number(item.value[1])]
          : bin(found.bins[item.dataIndex]) }),
        xAxis: kith.axis({ type: 'value', scale: true, name: 'predicted' + (found.column ? ' ' + kith.shorten(found.column, 30) : ''), nameLocation: 'middle', nameGap: 26, axisLabel: { color: kith.color('muted'), hideOverlap: true, formatter: v => number(v) } }),
        yAxis: kith.axis({ type: 'value', scale: true, name: 'actual', nameLocation: 'middle', nameGap: 44, axisLabel: { color: kith.color('muted'), formatter: v => number(v) } }),
        series: [
          { type: 'scatter', symbolSize: 5, itemStyle: { color: kith.color('muted'), opacity: 0.35 }, data: found.points.map(([, p, a]) => [p, a]), clip: true },
          {
            type: 'scatter', symbolSize: 10, z: 4, itemStyle: { color: kith.color('series-1'), borderColor: kith.color('surface'), borderWidth: 1 }, data: found.bins.map(b => [b.predicted, b.actual]),
            markLine: { silent: true, symbol: 'none', label: { show: false }, lineStyle: { color: kith.color('series-2'), type: 'dashed', width: 1.5 }, data: [[{ coord: [low, low] }, { coord: [high, high] }]] },
          },
          kith.whiskers(found.bins.map(b => [b.predicted, b.low, b.high]), false),
        ],
      }),
    });
    const { histogram } = found;
    const step = (histogram.high - histogram.low) / histogram.counts.length;
    if (histogram.counts.length > 1) bars();
    host.append(kith.numbersBehind(() => kith.table(
      [{ title: 'Predicted, average', number: true }, { title: 'Actual, average', number: true }, { title: 'Middle 80% of actual', number: true }, { title: 'Labels', number: true }],
      found.bins.map(b => [kith.figures(b.predicted), kith.figures(b.actual), `${kith.figures(b.low)} to ${kith.figures(b.high)}`, b.labels.toLocaleString('en')]))));

    function bin(b) {
      return [kith.count(b.labels, 'label'), 'predicted ' + number(b.predicted) + ' on average', 'actual ' + number(b.actual) + ' on average', `80% from ${number(b.low)} to ${number(b.high)}`];
    }

    function bars() {
      host.append(element('h3', {}, 'How far predictions miss'));
      const below = element('div');
      host.append(below);
      kith.chart(below, {
        label: 'How often actual less predicted is of which size.',
        height: () => 200,
        option: () => ({
          grid: { left: 12, right: 24, top: 8, bottom: 38, containLabel: true },
          tooltip: kith.tooltip({ trigger: 'axis', axisPointer: { type: 'shadow', shadowStyle: { color: kith.color('muted'), opacity: 0.15 } }, formatter: items => {
            const i = items[0].dataIndex;
            return [kith.count(histogram.counts[i], 'label'), `${i === 0 ? 'up' : number(histogram.low + i * step)} to ${i === histogram.counts.length - 1 ? 'all beyond' : number(histogram.low + (i + 1) * step)}`];
          } }),
          xAxis: kith.axis({ type: 'category', data: histogram.counts.map((_, i) => kith.fixed(histogram.low + (i + 0.5) * step, Math.max(0, -Math.floor(Math.log10(step))))), name: `actual less predicted${found.oneUnit && found.column ? ' in ' + kith.shorten(found.column, 24) : found.oneUnit ? '' : ', in deviations'}`, nameLocation: 'middle', nameGap: 26, axisLabel: { color: kith.color('muted'), hideOverlap: true } }),
          yAxis: kith.axis({ type: 'value', axisLabel: { color: kith.color('muted') } }),
          series: [{ type: 'bar', barCategoryGap: '6%', itemStyle: { color: kith.color('series-1') }, data: histogram.counts }],
        }),
      });
    }
  },
});
kith.section({
  id: 'confusion',
  title: 'Which classes are taken for which',
  when: data => data.details?.confusion,
  draw(data, host) {
    const { element, named } = kith;
    const found = data.details.confusion;
    host.append(element('p', { class: 'note' }, `${percent(found.right / found.rows)} of ${kith.count(found.rows, 'row')} that were `, kith.term('held out'),
      ` were given their own class by ${kith.label(data.details.method)}${frequent()}. A row of the table is what rows of that class were taken for; the coloured diagonal is right.`));
    if (found.counts) {
      const sums = found.counts.map(row => row.reduce((a, b) => a + b, 0));
      const head = [{ title: 'Actual class' }, ...found.classes.map(name => ({ title: named(kith.shorten(name, 16)), number: true })), { title: 'Rows', number: true }, { title: 'Right', number: true }];
      const rows = found.counts.map((row, i) => [named(found.classes[i]), ...row.map((value, j) => cell(value, sums[i], i === j)), sums[i].toLocaleString('en'), sums[i] ? percent(row[i] / sums[i]) : '–']);
      host.append(element('div', { class: 'scroll tall', tabindex: 0, role: 'region', 'aria-label': 'Table of classes' }, kith.table(head, rows, 'confusion')));
    }
    if (found.classes.length > 2 && found.mistakes.length > 0) {
      host.append(element('h3', {}, 'Most frequent mistakes'), element('div', { class: 'scroll tall short', tabindex: 0, role: 'region', 'aria-label': 'Mistakes' }, kith.table(
        [{ title: 'Actual class' }, { title: 'Taken for' }, { title: 'Rows', number: true }],
        found.mistakes.map(m => ({ sort: [m.truth, m.answer, m.rows], cells: [named(m.truth), named(m.answer), m.rows.toLocaleString('en')] })))));
    }

    function percent(value) {
      return kith.fixed(100 * value, 1) + '%';
    }

    /** What always giving one answer would come to. */
    function frequent() {
      if (!found.counts) return '';
      const largest = Math.max(...found.counts.map(row => row.reduce((a, b) => a + b, 0)));
      return `; always answering the most frequent class would be right for ${percent(largest / found.rows)}`;
    }

    /** Deeper colour for a larger share of the row. */
    function cell(value, of, right) {
      const shade = element('span', { class: right ? 'cell right' : 'cell wrong' }, value.toLocaleString('en'));
      shade.style.setProperty('--share', of ? Math.round(60 * value / of) + '%' : '0%');
      return shade;
    }
  },
});
