'use strict';
kith.section({
  id: 'similarity',
  title: 'Which tasks are alike',
  when: data => data.similarities.length > 0 && data.tasks.length > 1,
  draw(data, host) {
    const { element, signed, table } = kith;
    const views = data.similarities;
    const count = data.tasks.length;
    let view = views[0];
    const note = element('p', { class: 'note' }, view.explain + order());
    if (views.length > 1) {
      host.append(kith.choice('similarity', 'Show', views.map(v => v.name), i => {
        view = views[i];
        note.textContent = view.explain + order();
        redraw();
        sayIfAllAlike();
      }));
    }
    host.append(note);

    const place = element('div');
    const allAlike = element('p', { class: 'note' });
    host.append(place, allAlike);
    const short = data.tasks.map(name => kith.shorten(name, 14));
    const longest = kith.widest(short, 11);
    const cell = width => Math.max(1.2, Math.min(62, (Math.min(width, 860) - longest - 16) / count));
    const side = width => Math.round(cell(width) * count);
    // Names need some eleven pixels each; where there are fewer, only every so many-th task is named.
    const skipped = width => Math.ceil(11 / cell(width)) - 1;
    const turned = width => cell(width) < longest + 6;
    const underneath = width => turned(width) ? 16 + 0.87 * longest : 24;
    const { redraw } = kith.chart(place, {
      label: 'Heat map of task similarity from minus one (opposite) to plus one (alike). The same numbers follow as a table.',
      height: width => side(width) + underneath(width) + 44,
      renderer: count > 60 ? 'canvas' : 'svg',
      option: width => {
        const names = view.order.map(t => short[t]);
        const withNumbers = cell(width) >= 40;
        const cells = [];
        view.order.forEach((t, i) => view.order.forEach((s, j) => cells.push(withNumbers ? entry(j, count - 1 - i, view.matrix[t][s]) : [j, count - 1 - i, view.matrix[t][s]])));
        const labels = kith.axis({ type: 'category', splitLine: { show: false }, axisLine: { show: false } });
        const label = { color: kith.color('text'), interval: skipped(width), fontSize: 11 };
        return {
          grid: { left: longest + 12, top: 8, width: side(width), height: side(width) },
          tooltip: kith.tooltip({
            formatter: item => {
              const a = data.tasks[view.order[count - 1 - item.value[1]]];
              const b = data.tasks[view.order[item.value[0]]];
              return [element('span', {}, kith.named(kith.shorten(a, 80)), ...(a === b ? [] : ['  ×  ', kith.named(kith.shorten(b, 80))])), signed(item.value[2])];
            },
          }),
          xAxis: Object.assign({}, labels, { data: names, axisLabel: Object.assign({ rotate: turned(width) ? 60 : 0 }, label) }),
          yAxis: Object.assign({}, labels, { data: names.slice().reverse(), axisLabel: label }),
          visualMap: {
            min: -1, max: 1, calculable: false, orient: 'horizontal', left: 0, bottom: 0, itemHeight: 160, itemWidth: 12,
            text: ['+1 alike', '−1 opposite'], textStyle: { color: kith.color('muted') },
            inRange: { color: [kith.color('low'), kith.color('middle'), kith.color('high')] },
          },
          series: [{
            type: 'heatmap',
            progressive: 0,
            data: cells,
            itemStyle: { borderColor: kith.color('surface'), borderWidth: cell(width) > 12 ? 1 : 0 },
            label: { show: withNumbers, fontSize: 11, formatter: item => signed(item.value[2]) },
            emphasis: { itemStyle: { borderColor: kith.color('text'), borderWidth: 2 } },
          }],
        };
      },
    });
    kith.drawing(sayIfAllAlike, place);
    host.append(kith.numbersBehind(() => table(
      [{ title: 'Task' }, ...view.order.map(t => ({ title: data.tasks[t], number: true }))],
      view.order.map(t => ({ cells: () => [kith.named(data.tasks[t]), ...view.order.map(s => signed(view.matrix[t][s]))] })), 'wide')));

    function order() {
      return count > 2 ? ' Like tasks stand side by side.' : '';
    }

    /** A matrix with one value off its diagonal says one thing; the picture alone would look broken. */
    function sayIfAllAlike() {
      const values = view.matrix.flatMap((row, t) => row.filter((_, s) => s !== t));
      const even = values.every(value => Math.abs(value - values[0]) < 1e-3);
      allAlike.textContent = even ? `Every pair of tasks is alike to the same degree, ${signed(values[0])}: nobody stands out.` : '';
    }

    /** A cell whose number stays readable: strong colours carry the colour of the page. */
    function entry(x, y, value) {
      return { value: [x, y, value], label: { color: kith.color(Math.abs(value) > 0.55 ? 'surface' : 'text') } };
    }
  },
});
