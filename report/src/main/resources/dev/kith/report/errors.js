'use strict';
kith.section({
  id: 'errors',
  title: 'Each task under each method',
  when: data => data.comparison && data.tasks.length > 1 && data.methods.some(m => m.perTask.length > 0),
  draw(data, host) {
    const { element, fixed, table } = kith;
    const { tasks } = data;
    const { metric, chosen, baseline } = data.comparison;
    const methods = data.methods.filter(m => m.perTask.length > 0);
    const decimals = kith.decimalsFor(methods.flatMap(m => m.perTask));
    const show = value => value === null ? '–' : fixed(value, decimals) + metric.unit;
    // Few tasks are rows with names; many stand side by side, named when pointed at.
    const rows = tasks.length <= 40;
    const better = rows ? (metric.smallerIsBetter ? 'left' : 'right') : (metric.smallerIsBetter ? 'down' : 'up');
    host.append(element('p', { class: 'note' }, `One mark per method; further ${better} is better.`
      + (methods.length > 3 ? ' Click a method in the legend to show or hide it.' : '')));

    const orders = {
      ...Object.fromEntries(methods.filter(m => m.name === baseline || m.name === chosen)
        .map(m => [metric.name + ' of ' + m.label, (a, b) => kith.compare(m.perTask[b], m.perTask[a])])),
      'order in the data': () => 0,
      name: (a, b) => kith.compare(tasks[a], tasks[b]),
    };
    const select = element('select', { id: 'error-order' }, ...Object.keys(orders).map(name => element('option', {}, name)));
    const order = () => tasks.map((_, t) => t).sort((a, b) => orders[select.value](a, b) || a - b);
    host.append(element('p', { class: 'controls' }, element('label', { for: 'error-order' }, 'Sort by'), select));

    const view = element('div');
    host.append(view);
    const shownAtFirst = Object.fromEntries(methods.map(m => [m.label, methods.length <= 3 || m.name === chosen || m.name === baseline]));
    // What is shown at first is named first, where the legend is too long for the screen.
    const listed = methods.map(m => m.label).sort((a, b) => shownAtFirst[b] - shownAtFirst[a]);
    let legendState = shownAtFirst;
    const { redraw } = kith.chart(view, {
      renderer: kith.renderer(methods.length * tasks.length),
      begun: instance => instance.on('legendselectchanged', event => { legendState = event.selected; }),
      label: `${metric.name} per task and method. Best overall: ${kith.label(chosen)}. The same numbers follow as a table.`,
      height: () => rows ? 100 + 26 * tasks.length : 380,
      option: width => {
        const shown = rows ? order().reverse() : order();
        const at = (i, value) => rows ? [value, i] : [i, value];
        const names = shown.map(t => kith.shorten(tasks[t], width < 500 ? 14 : 28));
        const values = kith.axis({
          type: 'value', scale: true, name: metric.name, nameLocation: 'middle', nameGap: rows ? 28 : 46,
          axisLabel: { color: kith.color('muted'), hideOverlap: true, formatter: v => kith.number(v) + metric.unit },
        });
        const categories = kith.axis({
          type: 'category', data: names,
          axisLabel: { show: rows, color: kith.color('text'), interval: 0 }, name: rows ? '' : `${tasks.length.toLocaleString('en')} tasks, sorted by ${select.value}`, nameLocation: 'middle', nameGap: 10,
          splitLine: { show: rows, lineStyle: { color: kith.color('line'), type: 'dotted' } },
        });
        return {
          grid: { left: rows ? kith.widest(names) + 14 : 64, right: 24, top: 40, bottom: rows ? 50 : 26 },
          legend: kith.legend({ type: 'scroll', right: 0, selected: legendState, data: listed }),
          tooltip: kith.tooltip({
            trigger: 'axis',
            axisPointer: { type: 'shadow', axis: rows ? 'y' : 'x', shadowStyle: { color: kith.color('muted'), opacity: 0.15 } },
            formatter: items => [kith.named(kith.shorten(tasks[shown[items[0].dataIndex]], 120)), ...items.map(i => i.seriesName + ': ' + show(i.value[rows ? 0 : 1]))],
          }),
          [rows ? 'xAxis' : 'yAxis']: values,
          [rows ? 'yAxis' : 'xAxis']: categories,
          series: methods.map((m, i) => ({
            name: m.label,
            type: 'scatter',
            symbol: kith.series(i).symbol,
            symbolSize: rows ? 11 : Math.max(tasks.length > 500 ? 3 : 5, Math.min(9, 0.9 * width / tasks.length)),
            itemStyle: { color: kith.series(i).color, opacity: Math.min(0.9, 1.5 * kith.fade(tasks.length, width)) },
            data: shown.map((t, row) => at(row, m.perTask[t])),
          })),
        };
      },
    });
    select.addEventListener('change', redraw);
    host.append(kith.numbersBehind(() => table(
      [{ title: 'Task' }, ...methods.map(m => ({ title: m.label, number: true }))],
      order().map(t => ({ sort: [tasks[t], ...methods.map(m => m.perTask[t])], cells: () => [kith.named(tasks[t]), ...methods.map(m => show(m.perTask[t]))] })))));
  },
});
