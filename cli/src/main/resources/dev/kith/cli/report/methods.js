'use strict';
kith.section({
  id: 'methods',
  title: 'Which method predicts best',
  when: data => data.comparison && data.methods.length > 0,
  draw(data, host) {
    const { element, number, table } = kith;
    host.append(element('p', { class: 'note' }, data.comparison.metric.explain));
    const rows = data.methods.map(m => ({
      best: m.name === data.comparison.chosen,
      cells: [
        element('span', {}, element('span', { class: 'name' }, m.name), m.name === data.comparison.chosen ? element('span', { class: 'badge' }, 'best') : null),
        m.description,
        number(m.error && m.error.value) + data.comparison.metric.unit,
        number(m.lambda, 2),
        number(m.gap, 2),
      ],
    }));
    host.append(element('div', { class: 'scroll' }, table([
      { title: 'Method' },
      { title: 'What it does', optional: true },
      { title: data.comparison.metric.name, number: true },
      { title: 'λ', number: true, optional: true },
      { title: 'Gap', number: true, optional: true },
    ], rows)));
    host.append(element('p', { class: 'note after optional' },
      'λ is the strength of the penalty, chosen by cross-validation on the training rows. The gap bounds how far the fit can be from the best possible one (0 = proven optimal).'));
  },
});
