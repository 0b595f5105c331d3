'use strict';
kith.section({
  id: 'next',
  title: 'The command to run next',
  when: data => data.command,
  draw(data, host) {
    const { element } = kith;
    const seconds = data.cost.seconds;
    const time = seconds < 90 ? `${Math.max(1, Math.round(seconds))} seconds` : `${Math.round(seconds / 60)} minutes`;
    host.append(
      element('pre', { class: 'command' }, element('code', {}, data.command)),
      element('p', { class: 'note' }, `About ${time} and ${Math.round(data.cost.bytes / 1e6).toLocaleString('en')} MB, ${data.cost.how}.`));
  },
});
kith.section({
  id: 'findings',
  title: 'Worth a look',
  when: data => data.findings.length > 0,
  draw(data, host) {
    const { element } = kith;
    host.append(element('div', { class: 'scroll' }, kith.table([{ title: 'About' }, { title: 'What' }],
      data.findings.map(finding => [element('span', {}, finding.topic), kith.sentence(finding.text)]), 'prose')));
  },
});
kith.section({
  id: 'guesses',
  title: 'What columns seem to be',
  when: data => data.guesses.length > 0,
  draw(data, host) {
    const { element } = kith;
    const words = { drop: 'left out', categorical: 'one-hot', targets: 'target' };
    host.append(element('div', { class: 'scroll' }, kith.table([{ title: 'Column' }, { title: 'Used as' }, { title: 'Why' }, { title: 'Option' }],
      data.guesses.map(guess => [kith.brief(guess.column), words[guess.use] || guess.use, guess.reason + (guess.sure ? '' : ' (not sure)'), element('code', {}, guess.option)]), 'prose')));
  },
});
kith.section({
  id: 'rows',
  title: 'Tasks and labels',
  when: data => data.rowsPerTask || Object.keys(data.labels).length > 0,
  draw(data, host) {
    const { count } = kith;
    const t = data.rowsPerTask;
    const labels = Object.entries(data.labels);
    host.append(kith.facts([
      ['Tasks', t && t.tasks.toLocaleString('en')],
      ['Rows of a task', t && (t.smallest === t.largest ? t.smallest.toLocaleString('en') : `${t.smallest.toLocaleString('en')} to ${t.largest.toLocaleString('en')}, half of the tasks ${t.median.toLocaleString('en')} or fewer`)],
      ['Tasks of one row', t && t.single ? t.single.toLocaleString('en') : ''],
      ['Tasks of one class', t && t.oneClass ? t.oneClass.toLocaleString('en') : ''],
      ['The same in all rows of a task', data.attributes.join(', ')],
      ['Labels', labels.slice(0, 20).map(([name, rows]) => name + ': ' + count(rows, 'row')).join(', ') + (labels.length > 20 ? ', ...' : '')],
    ]));
  },
});
kith.section({
  id: 'columns',
  title: 'Columns',
  when: () => true,
  draw(data, host) {
    const { element } = kith;
    // Years and counts are not rounded.
    const plain = q => Math.abs(q) >= 100 && Math.abs(q) < 1e6 ? String(Math.round(10 * q) / 10) : kith.number(q);
    const values = c => c.type === 'number' || c.type === 'integer' || c.type === 'date'
      ? `${c.low} to ${c.high}` + (c.detail ? ` (${c.detail})` : '') + (c.quartiles.length ? `, quartiles ${c.quartiles.map(plain).join(', ')}` : '')
      : c.examples.map(text => kith.shorten(text, 40)).join(', ');
    host.append(element('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': 'Columns' }, kith.table(
      [{ title: 'Column' }, { title: 'Type' }, { title: 'Missing', number: true }, { title: 'Distinct', number: true }, { title: 'Values' }],
      data.columns.map(c => ({
        sort: [c.name, c.type, c.missing, c.distinct, undefined],
        cells: () => [kith.brief(c.name), c.type, c.missing ? c.missing.toLocaleString('en') : '–', c.distinct.toLocaleString('en') + (c.more ? '+' : ''), values(c)],
      })), 'values')));
  },
});
