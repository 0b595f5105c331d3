'use strict';
kith.section({
  id: 'similarity',
  title: 'Which tasks are alike',
  when: data => data.similarities && data.similarities.length > 0 && data.tasks.length > 1,
  draw(data, host) {
    const { element, number, table } = kith;
    const views = data.similarities;
    let view = views[0];
    const note = element('p', { class: 'note' }, view.explain);
    if (views.length > 1) {
      const choice = element('fieldset', { class: 'controls' }, element('legend', {}, 'Show'));
      views.forEach((v, i) => {
        const input = element('input', { type: 'radio', name: 'similarity', id: 'similarity-' + i, checked: i === 0 });
        input.addEventListener('change', () => {
          view = v;
          note.textContent = v.explain;
          redraw();
        });
        choice.append(element('label', { for: 'similarity-' + i }, input, ' ' + v.name));
      });
      host.append(choice);
    }
    host.append(note);

    const cellSize = data.tasks.length <= 12 ? 62 : 24;
    const side = width => Math.min(width, Math.max(320, cellSize * data.tasks.length + 110), 860);
    const place = element('div', {});
    host.append(place);
    const label = 'Heat map of task similarity from minus one (opposite) to plus one (alike). The same numbers follow as a table.';
    const redraw = kith.chart(place, label, () => Math.max(300, side(host.clientWidth - 40) * 0.8 + 60), width => {
      const n = data.tasks.length;
      const names = view.order.map(t => kith.shorten(data.tasks[t], n > 30 ? 10 : 18));
      const withNumbers = (side(width) - 90) / n >= 40;
      const cells = [];
      view.order.forEach((t, i) => view.order.forEach((s, j) => cells.push(cell(j, n - 1 - i, view.matrix[t][s]))));
      const labels = kith.axis({ type: 'category', splitLine: { show: false }, axisLabel: { color: kith.color('text'), interval: n > 60 ? 'auto' : 0, fontSize: n > 30 ? 10 : 12 } });
      return {
        grid: { left: 8, top: 8, width: side(width) - (width < 500 ? 70 : 90), bottom: 64, containLabel: true },
        tooltip: kith.tooltip({
          formatter: item => {
            const a = data.tasks[view.order[n - 1 - item.value[1]]];
            const b = data.tasks[view.order[item.value[0]]];
            return (a === b ? a : a + '  ×  ' + b) + '\n' + number(item.value[2]);
          },
        }),
        xAxis: Object.assign({}, labels, { data: names, axisLabel: Object.assign({ rotate: n > 8 || width < 500 ? 60 : 0 }, labels.axisLabel) }),
        yAxis: Object.assign({}, labels, { data: names.slice().reverse() }),
        visualMap: {
          min: -1, max: 1, calculable: false, orient: 'horizontal', left: 0, bottom: 0, itemHeight: 160, itemWidth: 12,
          text: ['+1 alike', '−1 opposite'], textStyle: { color: kith.color('muted') },
          inRange: { color: [kith.color('low'), kith.color('middle'), kith.color('high')] },
        },
        series: [{
          type: 'heatmap',
          progressive: 0,
          data: cells,
          itemStyle: { borderColor: kith.color('surface'), borderWidth: n > 60 ? 0 : 1 },
          label: { show: withNumbers, fontSize: 11, formatter: item => signed(item.value[2]) },
          emphasis: { itemStyle: { borderColor: kith.color('text'), borderWidth: 2 } },
        }],
      };
    }, data.tasks.length > 60 ? 'canvas' : 'svg');
    host.append(kith.numbersBehind(() => table(
      [{ title: 'Task' }, ...data.tasks.map(name => ({ title: name, number: true }))],
      data.tasks.map((name, t) => [name, ...view.matrix[t].map(v => signed(v))]))));

    /** A cell whose number stays readable: strong colours carry the colour of the page. */
    function cell(x, y, value) {
      return { value: [x, y, value], label: { color: kith.color(Math.abs(value) > 0.55 ? 'surface' : 'text') } };
    }

    function signed(value) {
      const text = Math.abs(value).toFixed(2);
      if (text === '0.00') return '0';
      return (value < 0 ? '−' : '+') + text;
    }
  },
});
