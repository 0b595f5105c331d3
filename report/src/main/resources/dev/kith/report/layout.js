'use strict';
/* Where tasks stand in the graph: like ones near each other, the same every time. */
kith.layout = (() => {
  /**
   * Positions for nodes joined by edges {a, b, strength}: a force-directed drawing that starts from a circle in `order` and knows
   * no chance. Opposite tasks pull less than like ones. Nodes without any edge stand in rows below.
   */
  function layout(count, edges, order, aspect) {
    const tied = new Set(edges.flatMap(e => [e.a, e.b]));
    const inside = order.filter(t => tied.has(t));
    const places = new Array(count);
    inside.forEach((t, i) => {
      const angle = 2 * Math.PI * i / inside.length;
      // A hair off the circle, so that no two forces cancel for ever.
      places[t] = { x: Math.cos(angle) * (1 + 0.01 * (i % 7)), y: Math.sin(angle) * (1 + 0.01 * (i % 5)) };
    });
    relax(inside, edges, places);
    spread(inside, places, aspect);
    separate(inside.map(t => places[t]), aspect);
    below(order.filter(t => !tied.has(t)), places, aspect, Math.max(1, inside.length));
    return places;
  }

  function relax(inside, edges, places) {
    const ideal = Math.sqrt(4 / Math.max(1, inside.length));
    const strongest = Math.max(...edges.map(e => Math.abs(e.strength)), 1e-9);
    const pulls = edges.map(e => ({ a: places[e.a], b: places[e.b], pull: (e.strength > 0 ? 0.3 : 0.1) * Math.abs(e.strength) / strongest }));
    const all = inside.map(t => places[t]);
    const steps = 400;
    for (let step = 0; step < steps; step++) {
      all.forEach(p => { p.dx = -0.4 * p.x; p.dy = -0.4 * p.y; });
      for (let i = 0; i < all.length; i++) {
        for (let j = 0; j < i; j++) push(all[i], all[j], ideal);
      }
      for (const { a, b, pull } of pulls) {
        const dx = a.x - b.x;
        const dy = a.y - b.y;
        const force = pull * Math.hypot(dx, dy) / ideal;
        a.dx -= force * dx; a.dy -= force * dy;
        b.dx += force * dx; b.dy += force * dy;
      }
      const most = 0.15 * (1 - step / steps) ** 1.5;
      for (const p of all) {
        const length = Math.hypot(p.dx, p.dy) || 1;
        p.x += p.dx / length * Math.min(most, length);
        p.y += p.dy / length * Math.min(most, length);
      }
    }
  }

  function push(p, q, ideal) {
    const dx = p.x - q.x;
    const dy = p.y - q.y;
    const square = Math.max(dx * dx + dy * dy, 1e-6);
    const force = ideal * ideal / square;
    p.dx += force * dx; p.dy += force * dy;
    q.dx -= force * dx; q.dy -= force * dy;
  }

  /** Stretches the drawing over a box `aspect` wide and 1 high. */
  function spread(inside, places, aspect) {
    const xs = inside.map(t => places[t].x);
    const ys = inside.map(t => places[t].y);
    const wide = Math.max(...xs) - Math.min(...xs) || 1;
    const high = Math.max(...ys) - Math.min(...ys) || 1;
    const turn = (wide < high) !== (aspect < 1);
    inside.forEach(t => {
      const x = wide === 1 && inside.length === 1 ? 0.5 : (places[t].x - Math.min(...xs)) / wide;
      const y = high === 1 && inside.length === 1 ? 0.5 : (places[t].y - Math.min(...ys)) / high;
      places[t] = turn ? { x: y * aspect, y: x } : { x: x * aspect, y };
    });
  }

  /** Pushes neighbours apart until none stands on another, names included: twice as wide as high. */
  function separate(all, aspect) {
    const least = 0.75 * Math.sqrt(aspect / (2 * Math.max(1, all.length)));
    for (let step = 0; step < 60; step++) {
      for (let i = 0; i < all.length; i++) {
        for (let j = 0; j < i; j++) {
          const dx = (all[i].x - all[j].x) / 2;
          const dy = all[i].y - all[j].y;
          const distance = Math.hypot(dx, dy) || 1e-9;
          if (distance >= least) continue;
          const move = 0.25 * (least - distance) / distance;
          all[i].x += 2 * dx * move; all[i].y += dy * move;
          all[j].x -= 2 * dx * move; all[j].y -= dy * move;
        }
      }
    }
  }

  function below(alone, places, aspect, others) {
    const gap = Math.min(0.12, 0.9 * Math.sqrt(aspect / (others + alone.length)));
    const perRow = Math.max(1, Math.floor(aspect / gap));
    alone.forEach((t, i) => {
      places[t] = { x: (i % perRow + 0.5) * aspect / perRow, y: 1 + gap * (1.2 + Math.floor(i / perRow)) };
    });
  }

  return layout;
})();
