'use strict';
kith.section({
  id: 'rows',
  title: 'How the error goes with rows',
  when: data => data.details?.byRows,
  draw(data, host) {
    const { element, number } = kith;
    const found = data.details.byRows;
    const same = found.method === found.baseline;
    host.append(element('p', { class: 'note' }, `Tasks in ${found.groups.length} groups by the rows they were learned from, and the mean ${found.measure} of each on `, kith.term('held out', 'held-out'),
      ' rows; lines are intervals over tasks. Large tasks may differ from small ones in more than their size: no task was learned twice.'));
    const place = element('div');
    host.append(place);
    const size = group => group.fewest === group.most ? String(group.fewest) : `${group.fewest}–${group.most}`;
    const kinds = [...(same ? [] : [{ key: 'shared', name: found.method, look: 0 }]), { key: 'alone', name: found.baseline, look: 1 }];
    kith.chart(place, {
      label: 'Error of known tasks by how many rows they have. The same numbers follow as a table.',
      height: () => 300,
      option: () => ({
        grid: { left: 40, right: 24, top: 36, bottom: 38, containLabel: true },
        legend: kith.legend({ right: 0 }),
        tooltip: kith.tooltip({ trigger: 'axis', formatter: items => [`${size(found.groups[items[0].dataIndex])} rows, ${kith.count(found.groups[items[0].dataIndex].tasks, 'task')}`,
          ...kinds.map(kind => `${kith.label(kind.name)}: ${estimate(found.groups[items[0].dataIndex][kind.key])}`)] }),
        xAxis: kith.axis({ type: 'category', data: found.groups.map(size), name: 'training rows of a task', nameLocation: 'middle', nameGap: 26, splitLine: { show: false } }),
        yAxis: kith.axis({ type: 'value', scale: true, name: found.measure, nameLocation: 'middle', nameGap: 44, axisLabel: { color: kith.color('muted'), formatter: v => number(v) } }),
        series: kinds.flatMap(kind => {
          const look = kith.series(kind.look);
          return [
            { name: kith.label(kind.name), type: 'line', symbol: look.symbol, symbolSize: 9, itemStyle: { color: look.color }, lineStyle: { width: 2, type: kind.look ? 'dashed' : 'solid' }, data: found.groups.map(g => g[kind.key].value) },
            kith.whiskers(found.groups.map((g, i) => [i, g[kind.key].low, g[kind.key].high]).filter(d => d[1] !== null), false, { stroke: look.color }),
          ];
        }),
      }),
    });
    host.append(kith.numbersBehind(() => kith.table(
      [{ title: 'Training rows' }, { title: 'Tasks', number: true }, ...kinds.map(kind => ({ title: kith.label(kind.name), number: true }))],
      found.groups.map(g => [size(g), String(g.tasks), ...kinds.map(kind => estimate(g[kind.key]))]))));

    function estimate({ value, low, high }) {
      return number(value) + (low === null ? '' : ` (${number(low)} to ${number(high)})`);
    }
  },
});
