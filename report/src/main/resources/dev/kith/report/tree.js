'use strict';
kith.section({
  id: 'tree',
  title: 'What each group of tasks counts for',
  when: data => data.tree && data.tree.nodes.length > 0,
  draw(data, host) {
    const { element } = kith;
    const nodes = data.tree.nodes;
    const children = nodes.map(() => []);
    nodes.forEach((node, i) => { if (node.parent >= 0) children[node.parent].push(i); });
    const largest = Math.max(...nodes.map(node => node.weight), 1e-300);
    host.append(element('p', { class: 'note' }, data.tree.explain + ' Bars are weights.'));

    // Nested lists that open and close: a tree that also reads well aloud, on paper and on a phone.
    const few = nodes.length <= 60;
    const most = 100;
    const list = (positions, depth) => {
      const found = element('ul', { class: 'tree' });
      more(found, positions, depth);
      return found;
    };
    const item = (i, depth) => {
      const node = nodes[i];
      const line = element('span', { class: 'node' },
        element('span', { class: 'node-name' }, kith.named(kith.shorten(node.name, 80)), node.tasks > 1 ? element('span', { class: 'muted' }, ` (${kith.count(node.tasks, 'task')})`) : null),
        element('span', { class: 'bar', 'aria-hidden': 'true' }, bar(node.weight / largest)),
        element('span', { class: 'weight' }, kith.fixed(node.weight, 4)));
      if (children[i].length === 0) return element('li', {}, line);
      const inside = element('details', { open: few || depth < 1 }, element('summary', {}, line));
      const open = () => inside.childElementCount > 1 || inside.append(list(children[i], depth + 1));
      if (inside.open) open();
      inside.addEventListener('toggle', open);
      return element('li', {}, inside);
    };
    const roots = nodes.map((_, i) => i).filter(i => nodes[i].parent < 0);
    host.append(element('div', { class: 'scroll' }, list(roots, 0)));
    host.append(kith.numbersBehind(() => kith.table(
      [{ title: 'Group' }, { title: 'Inside' }, { title: 'Tasks', number: true }, { title: 'Weight', number: true }],
      nodes.map(node => {
        const parent = node.parent < 0 ? '–' : nodes[node.parent].name;
        return { sort: [node.name, parent, node.tasks, node.weight], cells: () => [kith.named(node.name), kith.named(parent), String(node.tasks), kith.fixed(node.weight, 6)] };
      }))));

    /** So many at a time: a group may have thousands of tasks. */
    function more(found, positions, depth) {
      found.append(...positions.slice(0, most).map(i => item(i, depth)));
      if (positions.length <= most) return;
      const rest = positions.slice(most);
      const button = element('button', { type: 'button', class: 'link' }, `Show ${Math.min(most, rest.length)} of ${rest.length.toLocaleString('en')} more`);
      const last = element('li', {}, button);
      button.addEventListener('click', () => {
        last.remove();
        more(found, rest, depth);
      });
      found.append(last);
    }

    function bar(share) {
      return kith.svg('svg', { viewBox: '0 0 100 8', preserveAspectRatio: 'none' }, kith.svg('rect', { x: 0, y: 0, width: Math.max(share > 0 ? 0.5 : 0, 100 * share), height: 8 }));
    }
  },
});
