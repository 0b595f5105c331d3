'use strict';
kith.section({
  id: 'ranking',
  title: 'How well decisions rank the classes',
  when: data => data.methods.some(m => m.ranking),
  draw(data, host) {
    const { element, number } = kith;
    const ranked = data.methods.filter(m => m.ranking);
    const kinds = [
      {
        name: 'ROC', key: 'roc', x: 'false positives', y: 'true positives', area: 'AUC',
        explain: 'Every threshold finds some of the second class (true positives) and takes some of the first for it (false positives). The diagonal is guessing; the area under a curve is the AUC.',
      },
      {
        name: 'precision and recall', key: 'precisionRecall', x: 'recall', y: 'precision', area: 'average precision',
        explain: 'Recall is the share of the second class that a threshold finds, precision the share of what it takes for the second class that is. The area under a curve is the average precision.',
      },
    ];
    let kind = kinds[0];
    const note = element('p', { class: 'note' }, kind.explain);
    host.append(kith.choice('ranking-kind', 'Show', kinds.map(k => k.name), i => {
      kind = kinds[i];
      note.textContent = kind.explain;
      redraw();
    }));
    const place = element('div');
    host.append(note, place);
    const { redraw } = kith.chart(place, {
      label: 'ROC curves or precision against recall on rows that were not learned from, one line a method. The areas follow as a table.',
      height: width => Math.min(460, Math.max(300, width * 0.6)),
      option: () => ({
        grid: { left: 34, right: 24, top: 40, bottom: 38, containLabel: true },
        legend: kith.legend({ type: 'scroll', right: 0, itemWidth: 26 }),
        tooltip: kith.tooltip({ trigger: 'item', formatter: item => [item.seriesName, kind.x + ' ' + number(item.value[0]), kind.y + ' ' + number(item.value[1])] }),
        xAxis: kith.axis({ type: 'value', min: 0, max: 1, name: kind.x, nameLocation: 'middle', nameGap: 26 }),
        yAxis: kith.axis({ type: 'value', min: 0, max: 1, name: kind.y, nameLocation: 'middle', nameGap: 38 }),
        series: ranked.map(m => ({ m, look: kith.series(data.methods.indexOf(m)) })).map(({ m, look }) => ({
          name: m.label,
          type: 'line',
          symbol: look.symbol,
          symbolSize: (value, item) => item.dataIndex % 25 === 3 * data.methods.indexOf(m) % 25 ? 8 : 0,
          itemStyle: { color: look.color },
          lineStyle: { width: 2, type: look.dash.length ? look.dash : 'solid' },
          data: m.ranking[kind.key].values.map((value, k, all) => [k / (all.length - 1), value]),
          markLine: kind.key !== 'roc' || m !== ranked[0] ? undefined : {
            silent: true, symbol: 'none', label: { show: false }, lineStyle: { color: kith.color('muted'), type: 'dashed' },
            data: [[{ coord: [0, 0] }, { coord: [1, 1] }]],
          },
        })),
      }),
    });
    host.append(element('div', { class: 'scroll after' }, kith.table(
      [{ title: 'Method' }, { title: 'AUC', number: true }, { title: 'Average precision', number: true }],
      ranked.map(m => [kith.methodName(m), number(m.ranking.roc.area), number(m.ranking.precisionRecall.area)]))));
    host.append(element('p', { class: 'note after' }, 'Decisions of one model are ranked among themselves; curves are averages over tasks that have both classes.'));
  },
});
