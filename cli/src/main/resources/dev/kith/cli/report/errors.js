'use strict';
kith.section({
  id: 'errors',
  title: 'Error of each task',
  when: data => data.comparison && data.methods.length > 0 && data.tasks.length > 1,
  draw(data, host) {
    const { element, number, table } = kith;
    const { tasks, methods } = data;
    const { metric, chosen } = data.comparison;
    host.append(element('p', { class: 'note' }, 'One row per task, one mark per method; further left is better.'));

    const orders = {
      'order in the data': () => 0,
      name: (a, b) => tasks[a].localeCompare(tasks[b], 'en', { numeric: true }),
      ...Object.fromEntries(methods.map((m, i) => ['error of ' + m.name, (a, b) => methods[i].perTask[b] - methods[i].perTask[a]])),
    };
    const select = element('select', { id: 'error-order' }, ...Object.keys(orders).map(name => element('option', {}, name)));
    const order = () => tasks.map((_, t) => t).sort((a, b) => orders[select.value](a, b) || a - b);
    host.append(element('p', { class: 'controls' }, element('label', { for: 'error-order' }, 'Sort by'), select));

    const view = element('div', { class: tasks.length > 40 ? 'tall' : null });
    host.append(view);
    const best = methods.find(m => m.name === chosen) || methods[0];
    const label = 'Error per task and method. Best overall: ' + best.name + '. The same numbers follow as a table.';
    const redraw = kith.chart(view, label, () => 90 + 30 * tasks.length, width => {
      const shown = order().reverse();
      const most = width < 500 ? 12 : 28;
      return {
        grid: { left: 8, right: 24, top: 40, bottom: 44, containLabel: true },
        legend: { top: 0, left: 0, itemGap: 16, itemWidth: 12, itemHeight: 12, textStyle: { color: kith.color('text') } },
        tooltip: kith.tooltip({
          trigger: 'axis',
          axisPointer: { type: 'shadow', shadowStyle: { opacity: 0.15 } },
          formatter: items => tasks[shown[items[0].dataIndex]] + '\n' + items.map(i => i.seriesName + '  ' + number(i.value[0]) + metric.unit).join('\n'),
        }),
        xAxis: kith.axis({ type: 'value', min: 0, name: metric.name, nameLocation: 'middle', nameGap: 28, axisLabel: { color: kith.color('muted'), formatter: v => number(v) + metric.unit } }),
        yAxis: kith.axis({ type: 'category', data: shown.map(t => kith.shorten(tasks[t], most)), splitLine: { show: true, lineStyle: { color: kith.color('line'), type: 'dotted' } } }),
        series: methods.map((m, i) => ({
          name: m.name,
          type: 'scatter',
          symbol: kith.series(i).symbol,
          symbolSize: 12,
          itemStyle: { color: kith.series(i).color, opacity: 0.9 },
          data: shown.map((t, row) => [m.perTask[t], row]),
        })),
      };
    });
    select.addEventListener('change', redraw);
    host.append(kith.numbersBehind(() => table(
      [{ title: 'Task' }, { title: 'Training rows', number: true }, ...methods.map(m => ({ title: m.name, number: true }))],
      tasks.map((name, t) => [name, String(data.data.perTask[t]), ...methods.map(m => number(m.perTask[t]) + metric.unit)]))));
  },
});
