'use strict';
kith.section({
  id: 'graph',
  title: 'Who is tied to whom',
  when: data => data.graph && data.graph.edges.length > 0 && data.tasks.length > 1,
  draw(data, host) {
    const { element } = kith;
    const { tasks, graph } = data;
    const count = tasks.length;
    const edges = graph.edges.map(e => ({ a: kith.position.get(e.a), b: kith.position.get(e.b), strength: e.strength, stability: e.stability }));
    const refitted = edges.some(e => e.stability !== undefined);
    const strengths = edges.map(e => Math.abs(e.strength)).sort((a, b) => b - a);
    const verdictOf = new Map((data.comparison?.verdicts || []).map(v => [kith.position.get(v.task), v]));
    const order = data.similarities[0]?.order || tasks.map((_, t) => t);

    host.append(element('p', { class: 'note' }, graph.explain));
    // At first about two lines a task: enough to see groups, too few to hide them.
    const first = strengths[Math.min(strengths.length, 2 * count) - 1];
    const scale = Math.max(strengths[0], 1e-9);
    const slider = element('input', { type: 'range', id: 'ties', min: 0, max: 100, step: 1, value: Math.floor(100 * first / scale) });
    const told = element('output', { for: 'ties' });
    const finder = kith.finder('graph-task');
    host.append(element('div', { class: 'controls' },
      element('label', { for: 'ties' }, `Show ties from this ${graph.name} on`), slider, told));
    host.append(key());

    const picture = element('div', { class: count > 8 ? 'graph' : 'graph few', tabindex: 0, role: 'group', id: 'graph-picture' });
    const zoom = element('div', { class: 'zoom' }, ...[['+', 'Zoom in', 1.4], ['−', 'Zoom out', 1 / 1.4], ['⤢', 'Show all', 0]].map(([text, label, factor]) => {
      const button = element('button', { type: 'button', 'aria-label': label, title: label }, text);
      button.addEventListener('click', () => zoomBy(factor));
      return button;
    }));
    const paper = element('div', { class: 'paper' });
    const panel = element('div', { class: 'panel', role: 'status', id: 'graph-panel' });
    host.append(element('div', { class: 'beside' }, element('div', { class: 'frame' }, picture, zoom, paper), element('div', {}, finder, panel)));

    const aspect = () => picture.clientWidth / Math.max(1, picture.clientHeight);
    let cy = null;
    let drawnAspect = 0;
    kith.drawing(() => {
      if (cy === null) cy = begin(places());
      else if (drawnAspect !== aspect()) places().forEach((place, t) => cy.getElementById('n' + t).position(place));
      cy.resize();
      cy.style(style());
      update();
      fit();
    }, picture);
    kith.drawing(() => paper.replaceChildren(...(document.documentElement.hasAttribute('data-print') ? [still()] : [])));
    slider.addEventListener('input', update);
    kith.walk(picture, () => order);
    kith.watch(update);
    update();

    host.append(kith.numbersBehind(() => kith.table(
      [{ title: 'Task' }, { title: 'Task' }, { title: graph.name, number: true }, ...(refitted ? [{ title: 'stability', number: true }] : [])],
      edges.map(e => ({
        sort: [tasks[e.a], tasks[e.b], e.strength, e.stability],
        cells: () => [kith.named(tasks[e.a]), kith.named(tasks[e.b]), kith.signed(e.strength, 3), ...(refitted ? [kith.share(e.stability)] : [])],
      })))));

    function begin(at) {
      const made = cytoscape({
        container: picture,
        elements: [
          ...tasks.map((name, t) => ({ data: { id: 'n' + t, t, label: kith.shorten(name, 16), size: size(t) }, position: at[t], classes: verdictOf.get(t)?.verdict || '' })),
          ...edges.map((e, i) => ({ data: { id: 'e' + i, source: 'n' + e.a, target: 'n' + e.b, strength: Math.abs(e.strength), width: 1 + 5 * Math.abs(e.strength) / scale, opacity: seen(e) }, classes: e.strength < 0 ? 'opposite' : 'alike' })),
        ],
        style: style(),
        layout: { name: 'preset' },
        autoungrabify: true,
        autounselectify: true,
        boxSelectionEnabled: false,
        userZoomingEnabled: false,
        // On a phone one finger scrolls the page; the buttons zoom.
        userPanningEnabled: window.matchMedia('(pointer: fine)').matches,
        minZoom: 0.1,
        maxZoom: 4,
      });
      made.on('tap', 'node', event => kith.select(event.target.data('t')));
      made.on('mouseover', 'node', event => { picture.title = tasks[event.target.data('t')]; });
      made.on('mouseout', 'node', () => { picture.title = ''; });
      // For tests, which cannot see into a canvas.
      picture.kith = made;
      return made;
    }

    /** Ties that came and went with the rows drawn are faint. */
    function seen(e) {
      return e.stability === undefined ? 0.65 : 0.12 + 0.68 * e.stability;
    }

    function places() {
      drawnAspect = aspect();
      // Strong ties decide where tasks stand; hundreds of weak ones would only draw a ball.
      const seen = new Array(count).fill(0);
      const deciding = edges.slice().sort((a, b) => Math.abs(b.strength) - Math.abs(a.strength))
        .filter(e => Math.min(seen[e.a], seen[e.b]) < 3 && ++seen[e.a] && ++seen[e.b]);
      const unit = 60 * Math.sqrt(count / drawnAspect) + 80;
      return kith.layout(count, deciding, order, drawnAspect).map(p => ({ x: unit * p.x, y: unit * p.y }));
    }

    function size(t) {
      const labels = data.data?.perTask || [];
      const largest = Math.max(1, ...labels);
      return 14 + (labels.length ? 16 * Math.sqrt(labels[t] / largest) : 8);
    }

    function update() {
      const least = slider.value / 100 * scale;
      const t = kith.selected();
      told.textContent = `${kith.fixed(least, 2)}: ${strengths.filter(strength => strength >= least).length.toLocaleString('en')} of ${kith.count(edges.length, 'tie')}`;
      cy?.batch(() => {
        cy.edges().forEach(edge => {
          edge.toggleClass('hidden', edge.data('strength') < least);
        });
        cy.elements().removeClass('chosen near far');
        if (t !== null) {
          const node = cy.getElementById('n' + t);
          const lines = node.connectedEdges().not('.hidden');
          const near = lines.connectedNodes().not(node);
          cy.elements().not(node).not(lines).not(near).addClass('far');
          node.addClass('chosen');
          near.addClass('near');
        }
      });
      picture.setAttribute('aria-label', `Graph of ${count} tasks. ${t === null ? 'No task chosen' : 'Chosen: ' + tasks[t]}. Arrow keys walk through the tasks, Escape chooses none. All ties follow as a table.`);
      panel.textContent = '';
      panel.append(t === null ? element('p', { class: 'note' }, 'Choose a task to see its neighbours and its errors: click it, use the arrow keys in the graph, or find it above.') : kith.taskCard(t, least));
    }

    /** All in view, but three tasks are not blown up to fill the frame. */
    function fit() {
      cy.fit(undefined, 24);
      if (cy.zoom() > 1.2) {
        cy.zoom(1.2);
        cy.center();
      }
    }

    function zoomBy(factor) {
      if (factor === 0) return fit();
      const t = kith.selected();
      const at = t === null ? { x: picture.clientWidth / 2, y: picture.clientHeight / 2 } : cy.getElementById('n' + t).renderedPosition();
      return cy.zoom({ level: cy.zoom() * factor, renderedPosition: at });
    }

    function key() {
      const line = (name, text) => element('li', {}, kith.svg('svg', { viewBox: '0 0 36 10', class: 'line ' + name, 'aria-hidden': 'true' }, kith.svg('line', { x1: 1, x2: 35, y1: 5, y2: 5 })), text);
      const kinds = verdictOf.size ? Object.keys(kith.verdicts).filter(kind => [...verdictOf.values()].some(v => v.verdict === kind)) : [];
      return element('ul', { class: 'key' }, line('alike', 'alike'), line('opposite', 'opposite'),
        refitted ? element('li', {}, 'fainter: seen in fewer resamples') : null,
        ...kinds.map(kind => element('li', {}, kith.verdictBadge(kind, kith.verdicts[kind].says))),
        data.data?.perTask.length ? element('li', {}, 'larger: more training labels') : null);
    }

    /** The same picture without a canvas: browsers print before a canvas has been drawn anew. */
    function still() {
      const box = cy.elements().boundingBox();
      const lines = cy.edges().not('.hidden').map(edge => {
        const [from, to] = [edge.source().position(), edge.target().position()];
        const opposite = edge.hasClass('opposite');
        return kith.svg('line', { x1: from.x, y1: from.y, x2: to.x, y2: to.y, 'stroke-width': edge.data('width'), stroke: kith.color(opposite ? 'low' : 'high'), 'stroke-dasharray': opposite ? '6 4' : null, 'stroke-opacity': edge.data('opacity') });
      });
      const marks = cy.nodes().map(node => {
        const { x, y } = node.position();
        const half = node.data('size') / 2;
        const kind = verdictOf.get(node.data('t'))?.verdict;
        const look = { fill: kith.color(kind || 'series-1'), stroke: kith.color('surface') };
        if (kind === 'unclear') return kith.svg('rect', { x: x - half, y: y - half, width: 2 * half, height: 2 * half, ...look });
        if (kind === 'same') return kith.svg('path', { d: `M${x - half / 2},${y - half}h${half}l${half / 2},${half}l${-half / 2},${half}h${-half}l${-half / 2},${-half}Z`, ...look });
        if (kind === 'isolate') return kith.svg('path', { d: `M${x},${y - half}L${x + half},${y}L${x},${y + half}L${x - half},${y}Z`, ...look });
        return kith.svg('circle', { cx: x, cy: y, r: half, ...look });
      });
      const names = count > 40 ? [] : cy.nodes().map(node => kith.svg('text', { x: node.position().x, y: node.position().y + node.data('size') / 2 + 14, 'text-anchor': 'middle', 'font-size': 13, fill: kith.color('text') }, node.data('label')));
      return kith.svg('svg', { viewBox: `${box.x1 - 20} ${box.y1 - 10} ${box.w + 40} ${box.h + 30}` }, ...lines, ...marks, ...names);
    }

    function style() {
      const named = count <= 40;
      const name = { label: 'data(label)', 'z-index': 20, 'min-zoomed-font-size': 0 };
      return [
        { selector: 'node', style: {
          width: 'data(size)', height: 'data(size)', 'background-color': kith.color('series-1'), 'border-width': 1.5, 'border-color': kith.color('surface'),
          label: named ? 'data(label)' : '', color: kith.color('text'), 'font-size': 13, 'font-family': 'system-ui, sans-serif', 'text-valign': 'bottom', 'text-margin-y': 3,
          'text-outline-color': kith.color('surface'), 'text-outline-width': 2.5,
        } },
        ...Object.entries(kith.verdicts).map(([kind, v]) => ({ selector: 'node.' + kind, style: { 'background-color': kith.color(kind), shape: v.shape } })),
        { selector: 'edge', style: { width: 'data(width)', 'curve-style': 'straight', opacity: 'data(opacity)', 'line-color': kith.color('high') } },
        { selector: 'edge.opposite', style: { 'line-color': kith.color('low'), 'line-style': 'dashed' } },
        { selector: '.hidden', style: { display: 'none' } },
        { selector: '.far', style: { opacity: 0.18 } },
        { selector: 'node.near', style: name },
        { selector: 'node.chosen', style: { ...name, 'border-width': 4, 'border-color': kith.color('text'), 'font-weight': 'bold', 'font-size': 15 } },
      ];
    }
  },
});
