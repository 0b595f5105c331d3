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
    const columns = [
      { title: 'Method' },
      ...found.rows.map(rows => ({ title: kith.count(rows, 'row'), number: true })),
    ];
    const names = { alone: 'learned alone from these rows', constant: 'always the mean of these rows' };
    const rows = found.curves.map(curve => ({
      sort: [curve.name, ...curve.points.map(point => point.error)],
      cells: [
        element('span', {}, element('span', { class: 'name' }, curve.name),
          element('span', { class: 'what' }, names[curve.name] ?? curve.refusal ?? '')),
        ...curve.points.map(cell),
      ],
    }));
    host.append(element('div', { class: 'scroll' }, table(columns, rows, 'newtasks')));
    found.sentences.forEach(sentence => host.append(element('p', { class: 'note after' }, sentence)));

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
