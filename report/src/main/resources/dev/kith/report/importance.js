'use strict';
kith.section({
  id: 'importance',
  title: 'Which features matter most',
  when: data => data.details?.importance,
  draw(data, host) {
    const { element, number, named } = kith;
    const found = data.details.importance;
    const shares = found.unit.kind === 'share';
    const most = 15;
    const show = value => value === null ? '–' : shares ? kith.signed(100 * value, 2) + '%' : (value < 0 ? '−' : '+') + kith.figures(Math.abs(value));
    const error = value => shares ? kith.fixed(100 * value, 1) + '%' : number(value);
    const unit = found.unit.words.charAt(0).toLowerCase() + found.unit.words.slice(1);
    host.append(element('p', { class: 'note' },
      'How much the error rises when the values of a feature are ', kith.term('shuffled'), ` among the rows of its task: the ${unit}, which is ${error(found.error)} as it is. `
      + `Measured on ${kith.count(found.rows, 'held-out row')}${found.rows < found.of ? ` drawn at random from ${found.of.toLocaleString('en')}` : ''}, each predicted by `
      + `${kith.label(data.details.method)} as a fold trained it that had not seen the row. Features that say the same look less important, as the others are still there.`));
    let at = -1;
    const rise = column => at < 0 ? column.rise : column.perTask.length ? { value: column.perTask[at][0], low: column.perTask[at][1], high: column.perTask[at][2] } : null;
    const shown = () => found.columns.filter(c => rise(c) && rise(c).value !== null).sort((a, b) => rise(b).value - rise(a).value).slice(0, most);
    if (found.tasks.length > 0) choose();
    const place = element('div');
    host.append(place);
    const { redraw } = kith.chart(place, {
      label: 'Rise of the error by feature, a bar each with its interval, largest first. The same numbers follow as a table.',
      height: () => 56 + 26 * shown().length,
      option: width => {
        const columns = shown().reverse();
        const names = columns.map(c => kith.shorten(c.name, width < 500 ? 14 : 30));
        return {
          grid: { left: kith.widest(names) + 14, right: 24, top: 4, bottom: 46 },
          tooltip: kith.tooltip({ trigger: 'axis', axisPointer: { type: 'shadow', shadowStyle: { color: kith.color('muted'), opacity: 0.15 } }, formatter: items => describe(columns[items[0].dataIndex]) }),
          xAxis: kith.axis({ type: 'value', name: width < 500 ? 'rise of the error' : 'rise of the error when shuffled; right of 0 it is needed', nameLocation: 'middle', nameGap: 28,
            axisLabel: { color: kith.color('muted'), hideOverlap: true, formatter: v => shares ? kith.fixed(100 * v, 1) + '%' : number(v) } }),
          yAxis: kith.axis({ type: 'category', data: names, splitLine: { show: false } }),
          series: [
            { type: 'bar', barWidth: 14, data: columns.map(c => ({ value: rise(c).value, itemStyle: { color: kith.color(rise(c).low > 0 ? 'series-1' : 'unclear'), opacity: rise(c).low > 0 ? 1 : 0.6 } })) },
            kith.whiskers(columns.map((c, i) => [i, rise(c).low, rise(c).high]), true),
          ],
        };
      },
    });
    const even = found.columns.filter(c => c.even);
    if (found.columns.length > most) host.append(element('p', { class: 'note' }, `The ${most} features of largest rise, of ${found.columns.length.toLocaleString('en')}.`));
    const pale = found.columns.some(c => c.rise.low !== null && c.rise.low <= 0);
    if (pale || shares) host.append(element('p', { class: 'note' }, (pale ? 'Pale bars: the interval contains 0, which is what a feature without any use looks like. ' : '')
      + (shares ? 'An answer changes only where a decision was close; where one class is rare that is seldom, and the numbers are small.' : '')));
    if (even.length > 0) {
      host.append(element('p', { class: 'note' }, 'The same in all rows of every task, so that shuffling changes nothing and says nothing: ',
        ...even.slice(0, 12).flatMap((c, i) => [i ? ', ' : '', named(c.name)]), even.length > 12 ? ` and ${even.length - 12} more.` : '.'));
    }
    host.append(kith.numbersBehind(() => kith.table(
      [{ title: 'Feature' }, { title: 'Rise of the error', number: true }, { title: 'Interval', number: true, ask: 'interval' }],
      found.columns.map(c => ({ sort: [c.name, c.rise.value, c.rise.low], cells: [named(c.name), show(c.rise.value), c.even ? 'the same within tasks' : range(c.rise)] })))));

    function range({ low, high }) {
      return low === null ? '–' : `${show(low)} to ${show(high)}`;
    }

    function describe(column) {
      return [named(kith.shorten(column.name, 120)), `error ${show(rise(column).value)} when shuffled`, range(rise(column))];
    }

    /** The tasks with rows enough; the features of largest rise over all tasks. */
    function choose() {
      const select = element('select', { id: 'importance-task' }, element('option', { value: -1 }, 'all tasks together'),
        ...found.tasks.map((name, i) => element('option', { value: i }, kith.shorten(name, 60))));
      select.addEventListener('change', () => {
        at = Number(select.value);
        redraw();
      });
      host.append(element('p', { class: 'controls' }, element('label', { for: 'importance-task' }, 'For'), select));
    }
  },
});
