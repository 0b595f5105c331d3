'use strict';
/* The page: colours, charts that follow theme, width and printer, and the task that is being looked at. */
Object.assign(kith, (() => {
  const { element } = kith;
  const data = JSON.parse(document.getElementById('report-data').textContent);
  const position = new Map(data.tasks.map((name, t) => [name, t]));
  // What people call a method comes before its own name.
  const labels = new Map((data.methods || []).map(m => [m.name, m.plain ? `${m.plain} (${m.name})` : m.name]));
  (data.methods || []).forEach(m => { m.label = labels.get(m.name); });
  const sections = [];
  const drawings = [];
  const waiting = new Map();
  const sight = new IntersectionObserver(look, { rootMargin: '300px 0px' });
  const watchers = [];
  const symbols = ['circle', 'rect', 'triangle', 'diamond', 'path://M0,0L12,0L6,11Z', 'path://M4,0H8V4H12V8H8V12H4V8H0V4H4Z', 'path://M2,0L6,4L10,0L12,2L8,6L12,10L10,12L6,8L2,12L0,10L4,6L0,2Z'];
  const colors = new Map();
  let selected = null;
  let printing = false;

  /** A colour of the theme. Remembered until all is redrawn: charts ask for thousands, and asking the browser is slow. */
  function color(name) {
    if (!colors.has(name)) colors.set(name, getComputedStyle(document.documentElement).getPropertyValue('--' + name).trim());
    return colors.get(name);
  }

  /** A method in running text: what people call it, and its name. */
  function label(name) {
    return labels.get(name) || name;
  }

  /** A method in a table. */
  function methodName({ name, plain }) {
    return element('span', { class: 'method' }, element('span', { class: 'name' }, plain || name), plain ? element('span', { class: 'key-name' }, ' ' + name) : null);
  }

  function series(index) {
    const dash = [[], [6, 3], [2, 3], [8, 3, 2, 3]][Math.floor(index / symbols.length) % 4];
    return { color: color('series-' + (index % 6 + 1)), symbol: symbols[index % symbols.length], dash };
  }

  /** Verdicts differ by colour and by shape; `mark` is the shape in running text. */
  const verdicts = {
    share: { title: 'share', says: 'gains by sharing', all: 'gain by sharing', mark: '●', symbol: 'circle', shape: 'ellipse' },
    same: { title: 'no difference', says: 'is predicted as well alone', all: 'are predicted as well alone', mark: '⬢', symbol: 'path://M3,0H9L12,6L9,12H3L0,6Z', shape: 'hexagon' },
    unclear: { title: 'unclear', says: 'too little data to tell', all: 'too little data to tell', mark: '■', symbol: 'rect', shape: 'rectangle' },
    isolate: { title: 'isolate', says: 'loses by sharing', all: 'lose by sharing', mark: '◆', symbol: 'diamond', shape: 'diamond' },
  };

  function verdictBadge(verdict, text) {
    return element('span', { class: 'verdict ' + verdict }, element('span', { 'aria-hidden': 'true' }, verdicts[verdict].mark + ' '), text || verdicts[verdict].title);
  }

  /**
   * Draws on a change of theme or width, for print, and whenever what is returned is called; where there is a node, not before it comes near
   * the part of the page that is looked at: until then `reserve` keeps its place.
   */
  function drawing(redraw, node = null, reserve = () => {}) {
    const one = { near: node === null, due: true };
    one.draw = () => {
      one.due = !(one.near || printing);
      if (one.due) reserve();
      else redraw();
    };
    drawings.push(one.draw);
    if (node) {
      waiting.set(node, one);
      sight.observe(node);
    }
    return one.draw;
  }

  function look(entries) {
    for (const { target, isIntersecting } of entries) {
      const one = waiting.get(target);
      one.near = isIntersecting;
      if (one.near && one.due) attempt(one.draw);
    }
  }

  /**
   * A chart; parts are {label, height, option, renderer, interactive, begun}. height() and option(width) are asked again each time it is
   * drawn. An interactive chart can be focused. `begun` is called with the chart when there is one.
   */
  function chart(host, { label, height, option, renderer = 'svg', interactive = false, begun = () => {} }) {
    const node = element('div', { class: 'chart', role: interactive ? 'group' : 'img', tabindex: interactive ? 0 : null, 'aria-label': label });
    host.append(node);
    let made = null;
    const resize = () => {
      const width = node.clientWidth;
      const tall = width === 0 ? 0 : height(width);
      if (width > 0) node.style.height = tall + 'px';
      return { width, height: tall };
    };
    const redraw = drawing(() => {
      const size = resize();
      if (size.width === 0) return;
      if (made === null) {
        made = echarts.init(node, null, { renderer });
        begun(made);
      }
      made.resize(size);
      const look = option(size.width);
      // Long series are drawn a part per frame, which paper does not wait for.
      if (printing) look.series.forEach(series => { series.progressive = 0; });
      made.setOption(Object.assign({
        animation: false,
        textStyle: { fontFamily: getComputedStyle(document.body).fontFamily, color: color('text') },
        aria: { enabled: false },
      }, look), true);
    }, node, resize);
    return { node, redraw };
  }

  /** Many marks are pixels, few are elements that stay sharp. */
  function renderer(marks) {
    return marks > 500 ? 'canvas' : 'svg';
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

  /** A tooltip whose formatter returns an element or a list of lines, the first of which is a title. */
  function tooltip({ formatter, ...extra }) {
    return Object.assign({
      backgroundColor: color('surface'), borderColor: color('muted'), textStyle: { color: color('text'), fontSize: 13 },
      confine: true, transitionDuration: 0, extraCssText: 'white-space: normal; max-width: 20rem; overflow-wrap: anywhere;',
      formatter: item => {
        const lines = formatter(item);
        return element('div', {}, element('strong', {}, lines[0]), ...lines.slice(1).map(line => element('div', {}, line)));
      },
    }, extra);
  }

  /** Pixels that the longest of these texts takes on an axis. */
  function widest(texts, size = 12) {
    const pen = document.createElement('canvas').getContext('2d');
    pen.font = size + 'px ' + getComputedStyle(document.body).fontFamily;
    return Math.max(0, ...texts.map(text => pen.measureText(text).width));
  }

  /** How opaque so many marks side by side are, so that they do not melt into one patch. */
  function fade(marks, width) {
    return Math.max(0.05, Math.min(1, 0.8 * width / marks));
  }

  /** Lines from low to high: {place, low, high}; `flat` where values run from left to right. */
  function whiskers(lines, flat, { stroke, opacity = 0.8, z = 4 } = {}) {
    return {
      type: 'custom', silent: true, clip: true, tooltip: { show: false }, z, encode: flat ? { x: [1, 2], y: 0 } : { x: 0, y: [1, 2] },
      data: lines.filter(line => line[1] !== null && line[2] !== null),
      renderItem: (params, api) => {
        const at = value => api.coord(flat ? [value, api.value(0)] : [api.value(0), value]);
        const [x1, y1] = at(api.value(1));
        const [x2, y2] = at(api.value(2));
        return { type: 'line', shape: { x1, y1, x2, y2 }, style: { stroke: stroke || color('text'), lineWidth: 1.5, opacity } };
      },
    };
  }

  function legend(extra) {
    return Object.assign({
      top: 0, left: 0, itemGap: 16, itemWidth: 14, itemHeight: 12,
      textStyle: { color: color('text') }, inactiveColor: color('muted'), pageIconColor: color('accent'), pageTextStyle: { color: color('text') },
    }, extra);
  }

  /** Looks at task t everywhere on the page; null looks at none. */
  function select(t) {
    selected = t === selected ? null : t;
    watchers.forEach(watch => watch(selected));
  }

  /** Arrow keys, Home and End walk through the tasks in `order()`. */
  function walk(node, order) {
    node.addEventListener('keydown', event => {
      const tasks = order();
      const at = tasks.indexOf(selected);
      const to = { ArrowRight: at + 1, ArrowDown: at + 1, ArrowLeft: at - 1, ArrowUp: at - 1, Home: 0, End: tasks.length - 1 }[event.key];
      if (event.key === 'Escape' && selected !== null) select(selected);
      if (to === undefined) return;
      event.preventDefault();
      const next = tasks[Math.max(0, Math.min(tasks.length - 1, at < 0 ? 0 : to))];
      if (next !== selected) select(next);
    });
  }

  /** One part that fails says so and leaves the others alone. */
  function attempt(part) {
    try {
      part();
    } catch (failure) {
      console.error(failure);
    }
  }

  function redrawAll() {
    colors.clear();
    drawings.forEach(attempt);
  }

  function contents(shown) {
    const links = shown.map(({ id, title }) => element('li', {}, element('a', { href: '#' + id }, title)));
    return element('nav', { 'aria-label': 'Contents' }, element('ul', {}, ...links));
  }

  function start() {
    const main = document.getElementById('content');
    const shown = sections.filter(section => section.when(data));
    if (shown.length > 2) main.append(contents(shown));
    for (const { id, title, draw } of shown) {
      const host = element('section', { id, 'aria-labelledby': id + '-title' }, element('h2', { id: id + '-title' }, title));
      main.append(host);
      attempt(() => draw(data, host));
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
    // Paper is light and narrow: redraw for it before the browser takes the picture, and back afterwards.
    const print = on => {
      printing = on;
      document.documentElement.toggleAttribute('data-print', on);
      redrawAll();
    };
    window.addEventListener('beforeprint', () => print(true));
    window.addEventListener('afterprint', () => print(false));
    document.documentElement.dataset.ready = 'true';
  }

  document.addEventListener('DOMContentLoaded', start);
  return {
    data, position, verdicts, label, methodName, section: s => sections.push(s), color, series, verdictBadge, drawing, chart, renderer, axis, tooltip, widest, legend, whiskers, fade,
    select, walk, selected: () => selected, watch: watcher => watchers.push(watcher),
  };
})());
