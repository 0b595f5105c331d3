'use strict';
/* One task: a way to find it, and all that is known about it. */
Object.assign(kith, (() => {
  const { element, data, named } = kith;

  /** A box that completes names of tasks and chooses the one written or picked. */
  function finder(id) {
    const input = element('input', { type: 'search', id, list: id + '-names', autocomplete: 'off', placeholder: 'Find a task' });
    const names = element('datalist', { id: id + '-names' });
    input.addEventListener('input', () => {
      const t = kith.position.get(input.value);
      if (t !== undefined && t !== kith.selected()) kith.select(t);
      else offer();
    });
    offer();
    return element('p', { class: 'finder' }, element('label', { for: id }, 'Task '), input, names);

    function offer() {
      names.replaceChildren(...matching(input.value, 20).map(name => element('option', { value: name })));
    }
  }

  /** The first tasks with what is written in their names. */
  function matching(text, most) {
    const wanted = text.toLocaleLowerCase('en');
    const found = [];
    for (const name of data.tasks) {
      if (found.length === most) break;
      if (name.toLocaleLowerCase('en').includes(wanted)) found.push(name);
    }
    return found;
  }

  function verdictOf(t) {
    return (data.comparison?.verdicts || []).find(v => kith.position.get(v.task) === t);
  }

  /** Neighbours in the graph from a strength on, strongest first. */
  function neighbours(t, least) {
    const name = data.tasks[t];
    return data.graph.edges.filter(e => (e.a === name || e.b === name) && Math.abs(e.strength) >= least)
      .map(e => ({ task: e.a === name ? e.b : e.a, strength: e.strength, stability: e.stability }))
      .sort((a, b) => Math.abs(b.strength) - Math.abs(a.strength));
  }

  function taskCard(t, least) {
    const verdict = verdictOf(t);
    const unit = data.comparison?.metric.unit || '';
    const close = element('button', { type: 'button', class: 'close', 'aria-label': 'Choose no task' }, '✕');
    close.addEventListener('click', () => kith.select(t));
    const decimals = kith.decimalsFor(data.methods.flatMap(m => m.perTask));
    const show = value => kith.fixed(value, decimals) + unit;
    const gain = verdict && kith.signed(verdict.gain.value, 3) + unit + (verdict.gain.low === null ? '' : ` (${kith.signed(verdict.gain.low, 3)} to ${kith.signed(verdict.gain.high, 3)})`);
    return element('div', {},
      close,
      element('h3', {}, named(data.tasks[t])),
      verdict ? element('p', {}, kith.verdictBadge(verdict.verdict), ': ' + kith.verdicts[verdict.verdict].says) : null,
      kith.facts([
        ['Training labels', verdict ? String(verdict.training) : data.data?.perTask[t]?.toString()],
        ['Held-out labels', verdict ? String(verdict.heldOut) : ''],
        ['Gain', gain || ''],
      ]),
      ...errors(t, show),
      ...ties(t, least));
  }

  function errors(t, show) {
    const methods = data.methods.filter(m => m.perTask.length > 0);
    if (methods.length === 0) return [];
    const { chosen, metric } = data.comparison;
    const rows = methods.map(m => ({ best: m.name === chosen, cells: [kith.methodName(m), show(m.perTask[t])] }));
    return [element('h4', {}, metric.name), kith.table([{ title: 'Method' }, { title: 'This task', number: true }], rows, 'small')];
  }

  function ties(t, least) {
    const near = neighbours(t, least);
    if (near.length === 0) return [element('p', { class: 'note' }, 'No ties at this strength.')];
    const items = near.map(tie => {
      const button = element('button', { type: 'button', class: 'link' }, named(kith.shorten(tie.task, 60)));
      button.addEventListener('click', () => kith.select(kith.position.get(tie.task)));
      return element('li', {}, button, ` ${kith.signed(tie.strength)} ${tie.strength < 0 ? 'opposite' : 'alike'}${tie.stability === undefined ? '' : `, in ${kith.share(tie.stability)} of resamples`}`);
    });
    return [element('h4', {}, kith.count(near.length, 'neighbour')), element('ul', { class: 'ties' }, ...items)];
  }

  return { finder, taskCard };
})());
