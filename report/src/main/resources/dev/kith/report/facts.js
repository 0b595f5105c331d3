'use strict';
kith.section({
  id: 'data',
  title: 'The data',
  when: data => data.data,
  draw(data, host) {
    const { element, count } = kith;
    const d = data.data;
    const counts = d.perTask.slice().sort((a, b) => a - b);
    const middle = counts[Math.floor(counts.length / 2)];
    const missing = d.missing.reduce((sum, m) => sum + m, 0);
    const spread = counts.length === 0 ? '' : counts[0] === counts[counts.length - 1] ? `, ${counts[0]} for each task`
      : `; ${counts[0]} to ${counts[counts.length - 1].toLocaleString('en')} for a task, typically ${middle.toLocaleString('en')}`;
    host.append(kith.facts([
      ['From', d.name],
      ['Tasks', data.tasks.length.toLocaleString('en')],
      ['Features', d.features.toLocaleString('en')],
      ['Rows read', d.rows.toLocaleString('en') + (d.skipped ? ` (${d.skipped.toLocaleString('en')} without any label left out)` : '')],
      ['Training labels', d.labels.toLocaleString('en') + spread],
      ['Missing labels', d.missing.length ? missing.toLocaleString('en') : ''],
      ['Held-out labels', d.heldOut ? d.heldOut.toLocaleString('en') + ', each predicted by a model that had not seen it' : ''],
    ]));
    if (counts.length > 1 && (missing > 0 || counts[0] !== counts[counts.length - 1])) labels();

    function labels() {
      const order = data.tasks.map((_, t) => t).sort((a, b) => d.perTask[b] - d.perTask[a] || a - b);
      const place = element('div', { class: 'after' });
      host.append(place);
      const part = (name, values, look) => ({ name, type: 'bar', stack: 'labels', barCategoryGap: order.length > 60 ? '0%' : '20%', itemStyle: look, data: order.map(t => values[t]) });
      kith.chart(place, {
        label: `Labels of each task, from ${counts[counts.length - 1]} down to ${counts[0]}. The same numbers follow as a table.`,
        renderer: kith.renderer(order.length),
        height: () => 220,
        option: width => ({
          grid: { left: 8, right: 8, top: 34, bottom: 26, containLabel: true },
          legend: kith.legend({ selectedMode: false }),
          tooltip: kith.tooltip({
            trigger: 'axis', axisPointer: { type: 'shadow', shadowStyle: { color: kith.color('muted'), opacity: 0.15 } },
            formatter: items => [kith.named(kith.shorten(data.tasks[order[items[0].dataIndex]], 120)), ...items.map(i => count(i.value, i.seriesName.replace(/s$/, '')))],
          }),
          xAxis: kith.axis({
            type: 'category', data: order.map(t => kith.shorten(data.tasks[t], 10)), axisLabel: { show: width / order.length > 80, color: kith.color('text'), interval: 0 },
            name: width / order.length > 80 ? '' : `${order.length.toLocaleString('en')} tasks, sorted`, nameLocation: 'middle', nameGap: 10,
          }),
          yAxis: kith.axis({ type: 'value', axisLabel: { color: kith.color('muted') } }),
          series: [
            part('labels', d.perTask, { color: kith.color('series-1') }),
            ...(missing > 0 ? [part('missing labels', d.missing, { color: kith.color('surface'), borderColor: kith.color('series-2'), borderWidth: 1, borderType: 'dashed' })] : []),
          ],
        }),
      });
      host.append(kith.numbersBehind(() => kith.table(
        [{ title: 'Task' }, { title: 'Labels', number: true }, ...(d.missing.length ? [{ title: 'Missing', number: true }] : [])],
        order.map(t => ({ sort: [data.tasks[t], d.perTask[t], d.missing[t]], cells: () => [kith.named(data.tasks[t]), String(d.perTask[t]), ...(d.missing.length ? [String(d.missing[t])] : [])] })))));
    }
  },
});
kith.section({
  id: 'provenance',
  title: 'How this was made',
  when: data => Object.keys(data.provenance).length > 0,
  draw(data, host) {
    host.append(kith.facts(Object.entries(data.provenance)));
  },
});
kith.section({
  id: 'words',
  title: 'Words used here',
  when: data => data.comparison,
  draw(data, host) {
    const { element } = kith;
    const { metric } = data.comparison;
    host.append(element('details', { class: 'words' }, element('summary', {}, 'What they mean'), element('dl', {},
      ...[[metric.name, kith.sentence(metric.explain)], ...Object.entries(kith.words)].flatMap(([word, meaning]) => [element('dt', {}, word), element('dd', {}, meaning)]))));
  },
});
