'use strict';
/* The page: small tools for the sections, theme, redrawing. Each section file calls kith.section(...) once. */
const kith = (() => {
  const data = JSON.parse(document.getElementById('report-data').textContent);
  const sections = [];
  const charts = [];
  const symbols = ['circle', 'rect', 'triangle', 'diamond', 'roundRect', 'pin'];

  /** An element with attributes, and children that are elements or texts (never markup). */
  function element(tag, attributes, ...children) {
    const node = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes || {})) {
      if (value !== undefined && value !== null && value !== false) node.setAttribute(name, value === true ? '' : value);
    }
    node.append(...children.filter(child => child !== undefined && child !== null));
    return node;
  }

  /** A number in three significant digits, with a real minus sign. */
  function number(value, digits = 3) {
    if (value === null || value === undefined) return '–';
    const size = Math.abs(value);
    const text = size !== 0 && (size < 1e-3 || size >= 1e6)
      ? value.toExponential(digits - 1)
      : Number(value.toPrecision(digits)).toLocaleString('en', { maximumSignificantDigits: Math.max(digits, 3) });
    return text.replace(/^-/, '−').replace('e-', 'e−').replace('e+', 'e');
  }

  /** A table; columns are {title, number, optional}, rows are arrays of texts or elements, or {cells, best}. */
  function table(columns, rows, className) {
    const kind = i => [columns[i].number && 'number', columns[i].optional && 'optional'].filter(Boolean).join(' ') || null;
    const cell = (tag, i, content) => element(tag, { class: kind(i), scope: tag === 'th' ? (i === 0 ? 'row' : null) : null }, content);
    return element('table', { class: className },
      element('thead', {}, element('tr', {}, ...columns.map((c, i) => element('th', { class: kind(i), scope: 'col' }, c.title)))),
      element('tbody', {}, ...rows.map(row => element('tr', { class: row.best ? 'best' : null },
        ...(row.cells || row).map((content, i) => cell(i === 0 ? 'th' : 'td', i, content))))));
  }

  /** A two-column list of facts; empty ones are left out. */
  function facts(pairs) {
    return element('table', { class: 'facts' }, element('tbody', {}, ...pairs
      .filter(([, value]) => value !== undefined && value !== null && value !== '')
      .map(([name, value]) => element('tr', {}, element('th', { scope: 'row' }, name), element('td', {}, value)))));
  }

  /** The numbers behind a chart, for readers who cannot see or point at it; filled when first opened. */
  function numbersBehind(makeTable) {
    const details = element('details', {}, element('summary', {}, 'Show the numbers'));
    details.addEventListener('toggle', () => {
      if (details.open && details.children.length === 1) details.append(element('div', { class: 'scroll tall' }, makeTable()));
    });
    return details;
  }

  function color(name) {
    return getComputedStyle(document.documentElement).getPropertyValue('--' + name).trim();
  }

  function series(index) {
    return { color: color('series-' + (index % 6 + 1)), symbol: symbols[index % symbols.length] };
  }

  /** Draws a chart now, on a change of theme, and for print; option() is asked again each time. */
  function chart(host, label, height, option, renderer = 'svg') {
    const node = element('div', { class: 'chart', role: 'img', 'aria-label': label });
    host.append(node);
    const entry = { node, height, option, instance: null };
    charts.push(entry);
    const redraw = () => {
      node.style.height = height() + 'px';
      if (!entry.instance) entry.instance = echarts.init(node, null, { renderer });
      entry.instance.resize();
      entry.instance.setOption(Object.assign({
        animation: false,
        textStyle: { fontFamily: getComputedStyle(document.body).fontFamily, color: color('text') },
        aria: { enabled: false },
      }, option(node.clientWidth)), true);
    };
    entry.redraw = redraw;
    return redraw;
  }

  /** Axis parts in the page's colours. */
  function axis(extra) {
    return Object.assign({
      axisLine: { lineStyle: { color: color('line') } },
      axisTick: { show: false },
      axisLabel: { color: color('text') },
      nameTextStyle: { color: color('muted') },
      splitLine: { lineStyle: { color: color('line') } },
    }, extra);
  }

  function tooltip(extra) {
    return Object.assign({
      backgroundColor: color('surface'), borderColor: color('line'), textStyle: { color: color('text'), fontSize: 13 },
      confine: true, renderMode: 'richText',
    }, extra);
  }

  function shorten(name, most) {
    return name.length > most ? name.slice(0, most - 1) + '…' : name;
  }

  function redrawAll() {
    charts.forEach(entry => entry.redraw());
  }

  function start() {
    const main = document.getElementById('content');
    for (const { id, title, when, draw } of sections) {
      if (!when(data)) continue;
      const host = element('section', { id, 'aria-labelledby': id + '-title' }, element('h2', { id: id + '-title' }, title));
      main.append(host);
      draw(data, host);
    }
    redrawAll();
    let width = window.innerWidth;
    window.addEventListener('resize', () => {
      if (window.innerWidth !== width) {
        width = window.innerWidth;
        redrawAll();
      }
    });
    window.matchMedia('(prefers-color-scheme: dark)').addEventListener('change', redrawAll);
    window.matchMedia('print').addEventListener('change', redrawAll);
    document.documentElement.dataset.ready = 'true';
  }

  document.addEventListener('DOMContentLoaded', start);
  return { section: s => sections.push(s), element, number, table, facts, numbersBehind, color, series, chart, axis, tooltip, shorten };
})();
