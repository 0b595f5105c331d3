'use strict';
kith.section({
  id: 'new-tasks',
  title: 'Tasks nobody has seen',
  when: data => data.comparison && data.comparison.newTasks,
  draw(data, host) {
    const { element, table, number, signed } = kith;
    const found = data.comparison.newTasks;
    host.append(element('p', { class: 'note' },
      `Whole tasks were held out in turn (${kith.count(found.tasks, 'task')}), and every method learned from the others. `
      + `${found.measure} on rows of the new task that nobody knew, from so many of its rows; the mean over tasks. Below each: better than learning it alone `
      + `(without rows: than always the mean of other tasks) by, with an interval at ${number(100 * found.level)}% that leaves out whole tasks.`));
    const names = { alone: 'learned alone from these rows', constant: 'always the mean of these rows', stl: 'joins what the others learned, each alone' };
    const needed = data.details?.rowsNeeded;
    if (needed) host.append(element('p', { class: 'answer' }, needed.sentence));
    if (found.rows.length > 1) curves();
    const columns = [
      { title: 'Method' },
      ...found.rows.map(rows => ({ title: kith.count(rows, 'row'), number: true })),
    ];
    const rows = found.curves.map(curve => ({
      sort: [curve.name, ...curve.points.map(point => point.error)],
      cells: [
        element('span', {}, kith.methodName(names[curve.name] ? { name: curve.name } : curve),
          element('span', { class: 'what' }, names[curve.name] ?? curve.refusal ?? '')),
        ...curve.points.map(cell),
      ],
    }));
    host.append(element('div', { class: 'scroll' }, table(columns, rows, 'newtasks')));
    found.sentences.forEach(sentence => host.append(element('p', { class: 'note after' }, sentence)));

    /** The best with most rows, beside the two that share nothing. */
    function curves() {
      const able = found.curves.filter(curve => curve.points.some(point => point.error !== null));
      const shown = able.filter((curve, i) => i < 2 || curve.name === needed?.method || able.length <= 7);
      const place = element('div');
      host.append(place);
      kith.chart(place, {
        label: 'Error on new tasks by how many of their rows are known. The same numbers follow as a table.',
        height: () => 320,
        option: () => ({
          grid: { left: 40, right: 24, top: 40, bottom: 38, containLabel: true },
          legend: kith.legend({ type: 'scroll', right: 0, itemWidth: 26 }),
          tooltip: kith.tooltip({ trigger: 'axis', formatter: items => [kith.count(found.rows[items[0].dataIndex], 'known row'), ...items.filter(i => i.value !== null && i.value !== undefined).map(i => `${i.seriesName}: ${number(i.value)}`)] }),
          xAxis: kith.axis({ type: 'category', data: found.rows.map(String), name: 'known rows of the new task', nameLocation: 'middle', nameGap: 26, splitLine: { show: false } }),
          yAxis: kith.axis({ type: 'value', scale: true, name: found.measure, nameLocation: 'middle', nameGap: 44, axisLabel: { color: kith.color('muted'), formatter: v => number(v) } }),
          series: shown.map((curve, i) => ({ curve, look: kith.series(i) })).map(({ curve, look }, i) => ({
            name: names[curve.name] ?? kith.label(curve.name), type: 'line', symbol: look.symbol, symbolSize: 9, itemStyle: { color: look.color },
            lineStyle: { width: 2, type: look.dash.length ? look.dash : 'solid' }, data: curve.points.map(point => point.error),
            markLine: i > 0 || !needed ? undefined : {
              silent: true, symbol: 'none', lineStyle: { color: kith.color('muted'), type: 'dashed' },
              label: { formatter: 'average known task', color: kith.color('muted'), position: 'insideStartTop' }, data: [{ yAxis: needed.known }],
            },
          })),
        }),
      });
    }

    function cell(point) {
      if (point.error === null) return '\u2013';
      const gain = point.improvement;
      return element('span', {}, number(point.error),
        gain ? element('span', { class: 'what' },
          `${percent(gain.value)} (${percent(gain.low)} to ${percent(gain.high)})`) : null);
    }

    function percent(value) {
      return value === null ? 'unknown' : signed(100 * value, 1) + '%';
    }
  },
});
