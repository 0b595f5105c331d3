'use strict';
kith.section({
  id: 'worst',
  title: 'Tasks predicted worst',
  when: data => data.details && data.details.worst.length > 0,
  draw(data, host) {
    const { element } = kith;
    const found = data.details.worst;
    const { metric, baseline } = data.comparison;
    const units = data.details.inUnits;
    const shares = units?.unit.kind === 'share';
    const decimals = kith.decimalsFor(found.flatMap(w => [w.inUnits, w.constant]));
    const error = value => value === null ? '–' : shares ? kith.fixed(100 * value, 1) + '%' : kith.fixed(value, decimals);
    const measured = kith.decimalsFor(found.flatMap(w => [w.error, w.alone]));
    // The share of wrong answers is the measure itself where that is the error.
    const again = !(shares && metric.name === 'error');
    const constant = found.some(w => w.constant !== null);
    const better = data.details.method !== baseline;
    host.append(element('p', { class: 'note' }, `Largest ${metric.smallerIsBetter ? metric.name : 'shortfall in ' + metric.name} first, on `, kith.term('held out', 'held-out'),
      ` rows, predicted by ${kith.label(data.details.method)}. What is unusual about a task may be the reason; nothing proves it.`));
    host.append(element('div', { class: 'scroll' }, kith.table([
      { title: 'Task' }, { title: 'Training labels', number: true }, { title: metric.name, number: true },
      ...(better ? [{ title: 'Alone', number: true, optional: true, ask: 'alone' }] : []),
      ...(again ? [{ title: shares ? 'Wrong' : units?.unit.kind === 'labels' && units.unit.column ? 'Error in ' + kith.shorten(units.unit.column, 24) : 'Error in its unit', number: true }] : []),
      ...(constant ? [{ title: 'Always the ' + (shares ? 'frequent class' : 'mean'), number: true, optional: true, ask: 'constant answer' }] : []), { title: 'What is unusual' },
    ], found.map(w => ({
      sort: [w.task, w.training, w.error, ...(better ? [w.alone] : []), ...(again ? [w.inUnits] : []), ...(constant ? [w.constant] : []), w.reasons.map(r => r.title).join()],
      cells: [kith.brief(w.task), w.training.toLocaleString('en'), kith.fixed(w.error, measured), ...(better ? [kith.fixed(w.alone, measured)] : []),
        ...(again ? [error(w.inUnits)] : []), ...(constant ? [error(w.constant)] : []),
        w.reasons.length ? element('span', {}, ...w.reasons.flatMap((r, i) => [i ? ', ' : '', kith.meaning(r.title, r.words)])) : 'nothing that stands out'],
    })), 'worst')));
  },
});
