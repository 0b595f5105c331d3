'use strict';
kith.section({
  id: 'directions',
  title: 'Which directions are shared',
  when: data => data.directions && data.directions.shown.length > 0,
  draw(data, host) {
    const { element, svg, share, signed } = kith;
    const d = data.directions;
    const most = 8;
    const largest = Math.max(...d.shown.map(({ parts }) => Math.abs(parts[0].weight)));
    host.append(element('p', { class: 'note' }, d.explain + ' Bars to the right and to the left pull in opposite ways.'));
    host.append(element('div', { class: 'directions' }, ...d.shown.map(direction)));
    if (d.others > 0) {
      host.append(element('p', { class: 'note after' }, `${kith.count(d.others, 'other direction')} ${d.others === 1 ? 'has' : 'have'} ${percent(d.rest)} of the weights.`));
    }
    host.append(kith.numbersBehind(numbers));

    function percent(value) {
      return value > 0 && value < 0.005 ? 'less than 1%' : share(value);
    }

    function direction({ share: part, parts }, k) {
      const left = d.features - Math.min(most, parts.length);
      return element('div', {},
        element('h3', {}, `Direction ${k + 1}`, element('span', { class: 'muted' }, `: ${percent(part)} of the weights`)),
        element('ul', { class: 'tree' }, ...parts.slice(0, most).map(p => element('li', {}, element('span', { class: 'node' },
          element('span', { class: 'node-name' }, kith.named(kith.shorten(p.feature, 40))),
          element('span', { class: 'bar', 'aria-hidden': 'true' }, bar(p.weight / largest)),
          element('span', { class: 'weight' }, signed(p.weight)))))),
        left > 0 ? element('p', { class: 'muted others' }, `and ${kith.count(left, 'other feature')}`) : null);
    }

    /** From the middle to the right or to the left. */
    function bar(size) {
      const width = 49 * Math.abs(size);
      return svg('svg', { viewBox: '0 0 100 8', preserveAspectRatio: 'none' },
        svg('rect', { class: size < 0 ? 'minus' : 'plus', x: size < 0 ? 50 - width : 50, y: 0, width, height: 8 }),
        svg('line', { x1: 50, x2: 50, y1: 0, y2: 8 }));
    }

    function numbers() {
      const weights = d.shown.map(({ parts }) => new Map(parts.map(p => [p.feature, p.weight])));
      const features = [...new Set(d.shown.flatMap(({ parts }) => parts.map(p => p.feature)))];
      return kith.table(
        [{ title: 'Feature' }, ...d.shown.map((_, k) => ({ title: `Direction ${k + 1}`, number: true }))],
        [
          { sort: ['', ...d.shown.map(s => s.share)], cells: ['share of the weights', ...d.shown.map(s => percent(s.share))] },
          { sort: ['', ...d.shown.map(s => s.eigenvalue)], cells: ['eigenvalue of D (trace 1)', ...d.shown.map(s => kith.fixed(s.eigenvalue, 3))] },
          ...features.map(name => {
            const row = weights.map(of => of.has(name) ? of.get(name) : null);
            return { sort: [name, ...row], cells: [kith.named(name), ...row.map(value => signed(value, 3))] };
          }),
        ]);
    }
  },
});
