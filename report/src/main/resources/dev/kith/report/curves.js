'use strict';
kith.section({
  id: 'training',
  title: 'How training went',
  when: data => data.methods.length > 0,
  draw(data, host) {
    const { element, number } = kith;
    const curves = data.methods.filter(m => m.history.length > 1);
    const measures = {
      gap: {
        name: 'Relative gap',
        explain: 'The gap bounds how far a fit can still be from the best possible one, relative to the objective: 0 is proven optimal.',
        of: m => m.history.map(s => [s.iteration, s.gap]).filter(p => p[1] > 0),
      },
      objective: {
        name: 'Objective above its lowest',
        explain: 'What each method minimises, minus the lowest value it reached. Objectives of different methods cannot be compared.',
        of: m => {
          const lowest = Math.min(...m.history.map(s => s.objective).filter(v => v !== null));
          return m.history.filter(s => s.objective !== null).map(s => [s.iteration, s.objective - lowest]).filter(p => p[1] > 0);
        },
      },
    };
    const shown = Object.values(measures).filter(measure => curves.some(m => measure.of(m).length > 1));
    if (shown.length > 0) draw(shown);
    trained();

    function draw(kinds) {
      let measure = kinds[0];
      const note = element('p', { class: 'note' }, measure.explain);
      if (kinds.length > 1) {
        host.append(kith.choice('measure', 'Show', kinds.map(kind => kind.name.toLowerCase()), i => {
          measure = kinds[i];
          note.textContent = measure.explain;
          redraw();
        }));
      }
      const place = element('div');
      host.append(note, place);
      const { redraw } = kith.chart(place, {
        label: 'Convergence curves, one line a method, on a logarithmic scale. The same numbers follow as a table.',
        height: () => 340,
        option: () => ({
          grid: { left: 34, right: 24, top: 40, bottom: 38, containLabel: true },
          legend: kith.legend({ type: 'scroll', right: 0, itemWidth: 26 }),
          tooltip: kith.tooltip({ trigger: 'item', formatter: item => [item.seriesName, 'iteration ' + item.value[0], measure.name.toLowerCase() + ' ' + number(item.value[1])] }),
          xAxis: kith.axis({ type: 'value', name: 'iteration', nameLocation: 'middle', nameGap: 26, axisLabel: { color: kith.color('muted'), hideOverlap: true } }),
          yAxis: kith.axis({ type: 'log', name: measure.name, nameLocation: 'middle', nameGap: 52, axisLabel: { color: kith.color('muted'), formatter: v => power(v) } }),
          series: curves.map(m => ({ m, look: kith.series(data.methods.indexOf(m)) })).map(({ m, look }) => ({
            name: m.label,
            type: 'line',
            symbol: look.symbol,
            symbolSize: 7,
            showAllSymbol: 'auto',
            itemStyle: { color: look.color },
            lineStyle: { width: 2, type: look.dash.length ? look.dash : 'solid' },
            data: measure.of(m),
          })),
        }),
      });
      host.append(kith.numbersBehind(() => kith.table(
        [{ title: 'Method' }, { title: 'Iteration', number: true }, { title: 'Objective', number: true }, { title: 'Relative gap', number: true }],
        curves.flatMap(m => m.history.map(s => [m.label, String(s.iteration), number(s.objective, 6), number(s.gap)])))));
    }

    function power(value) {
      const exponent = Math.round(Math.log10(value));
      return exponent === 0 ? '1' : '10' + String(exponent).replace('-', '⁻').replace(/\d/g, digit => '⁰¹²³⁴⁵⁶⁷⁸⁹'[digit]);
    }

    function trained() {
      const withSeconds = data.methods.some(m => m.seconds !== null);
      const rows = data.methods.map(m => [
        kith.methodName(m), number(m.lambda, 3), Object.entries(m.settings).map(([name, value]) => name + ' ' + value).join(', ') || '–',
        number(m.gap, 2), m.status || '–', ...(withSeconds ? [number(m.seconds, 2)] : []),
      ]);
      host.append(element('div', { class: 'scroll after' }, kith.table([
        { title: 'Method' }, { title: 'λ', number: true, ask: 'λ' }, { title: 'Settings', optional: true }, { title: 'Gap', number: true, ask: 'gap' }, { title: 'Ended', optional: true },
        ...(withSeconds ? [{ title: 'Seconds', number: true }] : []),
      ], rows)));
    }
  },
});
