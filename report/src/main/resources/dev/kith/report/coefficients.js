'use strict';
kith.section({
  id: 'coefficients',
  title: 'Coefficients by task',
  when: data => data.details?.coefficients && data.details.coefficients.rows.length > 0 && data.tasks.length > 0,
  draw(data, host) {
    const { element, number, named } = kith;
    const found = data.details.coefficients;
    const { tasks } = data;
    const certain = found.halves.length > 0;
    const effects = found.rows.some(row => row.effect !== null);
    const ranges = certain || found.rows.some(row => row.common.low !== null);
    const list = tasks.length <= 40;
    const signed = value => kith.figures(value);
    const half = (row, t) => certain ? found.halves[row][t] : null;
    const note = element('p', { class: 'note' }, `By how much ${data.details.inUnits?.unit.kind === 'share' ? `the decision, which is positive for ${second()},` : found.labels ? `the prediction of the label as it was learned, ${found.labels},` : 'a prediction'} changes when a feature grows by one of its units (a `, kith.term('coefficient'),
      `), in each task and over all tasks: the ${found.common}. ${found.rows.length > 2 && effects ? 'The features of largest effect come first. ' : ''}`
      + (found.basis ? `${certain ? 'Intervals' : 'Intervals of the common effect'} (${number(100 * found.level)}%) come from ${found.basis}; ` : '')
      + (certain ? 'they say how far other rows would move a coefficient, not how far the method has drawn it towards those of other tasks. Features that can stand in for one another trade their coefficients, which widens both intervals.' : found.basis ? 'tasks have none.' : 'There are no intervals: nothing was held out.'));
    host.append(note);
    const columns = [
      { title: 'Feature' },
      { title: found.common.charAt(0).toUpperCase() + found.common.slice(1), number: true, ask: ranges ? 'interval' : null },
      ...(tasks.length > 1 ? [{ title: 'Spread over tasks', number: true, optional: true, ask: 'spread' }] : []),
      ...(tasks.length > 1 ? [{ title: 'Smallest to largest', number: true, optional: true }] : []),
      ...(effects ? [{ title: 'Usual effect', number: true, optional: true, ask: 'The size of the coefficient, on average over tasks, times the standard deviation of the feature: what rows usually differ by because of it.' }] : []),
    ];
    let chosen = Math.min(1, found.rows.length - 1);
    const lines = found.rows.map((row, i) => {
      const button = element('button', { type: 'button', class: 'link' }, row.feature === '(intercept)' ? 'intercept' : named(kith.shorten(row.feature, 40)));
      button.addEventListener('click', () => choose(i));
      const { low, high } = row.common;
      const least = Math.min(...found.weights[i]);
      const largest = Math.max(...found.weights[i]);
      return {
        sort: [row.feature, row.common.value, ...(tasks.length > 1 ? [row.spread, least] : []), ...(effects ? [row.effect] : [])],
        cells: [button, element('span', {}, signed(row.common.value), low === null ? null : element('span', { class: 'interval' }, `${signed(low)} to ${signed(high)}`)),
          ...(tasks.length > 1 ? [signed(row.spread), `${signed(least)} to ${signed(largest)}`] : []), ...(effects ? [signed(row.effect)] : [])],
      };
    });
    host.append(element('div', { class: lines.length > 12 ? 'scroll tall short' : 'scroll', tabindex: lines.length > 12 ? 0 : null, role: 'region', 'aria-label': 'Features' }, kith.table(columns, lines, 'features')));
    if (found.rows.length - 1 < found.features) {
      host.append(element('p', { class: 'note after' }, `${kith.count(found.features + 1 - found.rows.length, 'feature')} of smaller effect ${found.features + 1 - found.rows.length === 1 ? 'is' : 'are'} left out.`));
    }
    if (tasks.length < 2) return;

    const title = element('h3');
    const select = element('select', { id: 'coefficient-feature' }, ...found.rows.map((row, i) => element('option', { value: i }, row.feature === '(intercept)' ? 'intercept' : kith.shorten(row.feature, 60))));
    select.value = chosen;
    select.addEventListener('change', () => choose(Number(select.value)));
    host.append(title, element('p', { class: 'controls' }, element('label', { for: 'coefficient-feature' }, 'Feature'), select));
    const place = element('div');
    const told = element('div', { class: 'readout', role: 'status' });
    host.append(place, kith.finder('coefficient-task'), told);
    let order = [];
    const chart = kith.chart(place, {
      label: 'The coefficient of one feature in every task. The same numbers follow as a table.',
      interactive: true,
      renderer: kith.renderer(2 * tasks.length),
      begun: listen,
      height: () => list ? 60 + 24 * tasks.length : 340,
      option,
    });
    kith.walk(chart.node, () => order);
    kith.watch(t => {
      chart.redraw();
      tell(t);
    });
    tell(null);
    host.append(kith.numbersBehind(() => kith.table(
      [{ title: 'Task' }, { title: 'Coefficient', number: true }, ...(certain ? [{ title: 'Interval', number: true }] : [])],
      order.slice().reverse().map(t => ({ sort: [tasks[t], found.weights[chosen][t], certain ? found.weights[chosen][t] - half(chosen, t) : null].slice(0, certain ? 3 : 2),
        cells: () => [named(tasks[t]), signed(found.weights[chosen][t]), ...(certain ? [range(chosen, t)] : [])] })))));
    name();

    function choose(i) {
      chosen = i;
      select.value = i;
      name();
      chart.redraw();
      const numbers = host.querySelector('details.numbers');
      if (numbers.open) numbers.dispatchEvent(new Event('toggle'));
    }

    /** The class that is learned as positive, by name where it is known. */
    function second() {
      const classes = data.details.confusion?.classes || [];
      return classes.length === 2 ? `‘${kith.shorten(classes[1], 30)}’` : 'the second class';
    }

    function listen(instance) {
      instance.getZr().on('click', event => {
        const point = [event.offsetX, event.offsetY];
        if (!instance.containPixel('grid', point)) return;
        const t = order[instance.convertFromPixel({ gridIndex: 0 }, point)[list ? 1 : 0]];
        if (t !== undefined) kith.select(t);
      });
    }

    function name() {
      const { feature } = found.rows[chosen];
      title.replaceChildren(feature === '(intercept)' ? 'The intercept in each task' : element('span', {}, 'The coefficient of ', named(feature), ' in each task'));
    }

    function range(i, t) {
      const wide = half(i, t);
      return wide === null ? '–' : `${signed(found.weights[i][t] - wide)} to ${signed(found.weights[i][t] + wide)}`;
    }

    function option(width) {
      const values = found.weights[chosen];
      order = tasks.map((_, t) => t).sort((a, b) => values[a] - values[b] || b - a);
      const { common } = found.rows[chosen];
      const names = list ? order.map(t => kith.shorten(tasks[t], width < 500 ? 14 : 28)) : order;
      const at = kith.selected() === null ? -1 : order.indexOf(kith.selected());
      const valued = kith.axis({ type: 'value', scale: true, axisLabel: { color: kith.color('muted'), hideOverlap: true, formatter: v => number(v) } });
      const category = kith.axis({ type: 'category', data: names, splitLine: { show: false }, axisLabel: { show: list, color: kith.color('text'), interval: 0 },
        name: list ? '' : `${tasks.length.toLocaleString('en')} tasks, smallest coefficient first`, nameLocation: 'middle', nameGap: 10 });
      const axis = list ? 'xAxis' : 'yAxis';
      return {
        grid: { left: list ? kith.widest(names) + 14 : 64, right: 20, top: 22, bottom: list ? 30 : 26 },
        tooltip: kith.tooltip({ trigger: 'axis', axisPointer: { type: 'shadow', axis: list ? 'y' : 'x', shadowStyle: { color: kith.color('muted'), opacity: 0.15 } },
          formatter: items => { const t = order[items[0].dataIndex]; return [named(kith.shorten(tasks[t], 120)), signed(values[t]), ...(certain ? [range(chosen, t)] : [])]; } }),
        [axis]: valued,
        [list ? 'yAxis' : 'xAxis']: category,
        series: [
          {
            type: 'scatter', symbolSize: list ? 9 : Math.max(3, Math.min(8, 0.9 * width / tasks.length)), itemStyle: { color: kith.color('series-1') }, z: 3,
            data: order.map((t, i) => list ? [values[t], i] : [i, values[t]]),
            markLine: {
              silent: true, symbol: 'none', z: 3,
              data: [
                { [axis]: 0, label: { show: false }, lineStyle: { color: kith.color('text'), type: 'solid', width: 1 } },
                { [axis]: common.value, label: { formatter: found.common, color: kith.color('muted'), position: list ? 'end' : 'insideStartTop' }, lineStyle: { color: kith.color('series-2'), type: 'dashed', width: 2 } },
                ...(at < 0 ? [] : [{ [list ? 'yAxis' : 'xAxis']: at, label: { show: false }, lineStyle: { color: kith.color('accent'), type: 'solid', width: list ? 16 : 4, opacity: 0.3 } }]),
              ],
            },
          },
          ...(certain ? [kith.whiskers(order.map((t, i) => [i, values[t] - half(chosen, t), values[t] + half(chosen, t)]).filter((_, i) => half(chosen, order[i]) !== null), list, { z: 2, opacity: list ? 0.8 : Math.min(0.35, kith.fade(tasks.length, width)) })] : []),
        ],
      };
    }

    /** All coefficients of the task that is looked at. */
    function tell(t) {
      if (t === null) {
        told.replaceChildren('Choose a task, here or in the chart, to see all its coefficients.');
        return;
      }
      const most = 12;
      told.replaceChildren(element('strong', {}, named(tasks[t])), ' ', ...found.rows.slice(0, most).flatMap((row, i) => [i ? '; ' : '',
        row.feature === '(intercept)' ? 'intercept' : named(kith.shorten(row.feature, 40)), ` ${signed(found.weights[i][t])}${certain && half(i, t) !== null ? ` (${range(i, t)})` : ''}`]),
      found.rows.length > most ? `; and ${found.rows.length - most} more.` : '.');
    }
  },
});
