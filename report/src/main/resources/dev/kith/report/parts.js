'use strict';
/* What sections are made of: elements, numbers, tables. Text is always text here, never markup. */
const kith = (() => {
  const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

  function fill(node, attributes, children) {
    for (const [name, value] of Object.entries(attributes || {})) {
      if (value !== undefined && value !== null && value !== false) node.setAttribute(name, value === true ? '' : value);
    }
    node.append(...children.filter(child => child !== undefined && child !== null));
    return node;
  }

  /** An element with attributes, and children that are elements or texts. */
  function element(tag, attributes, ...children) {
    return fill(document.createElement(tag), attributes, children);
  }

  function svg(tag, attributes, ...children) {
    return fill(document.createElementNS('http://www.w3.org/2000/svg', tag), attributes, children);
  }

  /** A name from the data: its direction of writing stays its own, and it may be broken anywhere. */
  function named(name) {
    return element('bdi', { class: 'task' }, name);
  }

  /** At most so many letters; the middle goes first, since names of one family differ at their ends. */
  function shorten(name, most) {
    if (name.length <= most) return name;
    const letters = Array.from(graphemes.segment(name), part => part.segment);
    if (letters.length <= most) return name;
    const head = Math.ceil((most - 1) / 2);
    return letters.slice(0, head).join('') + '…' + letters.slice(letters.length - (most - 1 - head)).join('');
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

  /** As many decimals as `step` has, so that numbers of one column can be compared by eye. */
  function fixed(value, decimals) {
    return value === null || value === undefined ? '–' : value.toFixed(decimals).replace(/^-(?=.*[1-9])/, '−').replace(/^-/, '');
  }

  function signed(value, decimals = 2) {
    if (value === null || value === undefined) return '–';
    const text = fixed(Math.abs(value), decimals);
    return /[1-9]/.test(text) ? (value < 0 ? '−' : '+') + text : text;
  }

  /** Decimals that tell numbers of this size apart: three digits of the typical one. */
  function decimalsFor(values) {
    const sizes = values.filter(v => Number.isFinite(v) && v !== 0).map(Math.abs).sort((a, b) => a - b);
    const middle = sizes.length ? sizes[Math.floor(sizes.length / 2)] : 1;
    return Math.max(0, Math.min(6, 2 - Math.floor(Math.log10(middle))));
  }

  /** A share from 0 to 1 in whole percent. */
  function share(value) {
    return value === null || value === undefined ? '–' : Math.round(100 * value) + '%';
  }

  function count(amount, noun) {
    return amount.toLocaleString('en') + ' ' + noun + (amount === 1 ? '' : 's');
  }

  /** With a capital and a full stop, whatever came. */
  function sentence(text) {
    return text.replace(/^\p{Ll}/u, first => first.toUpperCase()).replace(/([^.!?])\s*$/, '$1.');
  }

  /**
   * A table; columns are {title, number, optional, ask}, where `ask` explains the title, rows are arrays of texts or elements, or {cells, best, sort}: `sort` has
   * the value behind each cell and makes the columns sortable, except those it leaves undefined.
   */
  function table(columns, rows, className) {
    const kind = i => [columns[i].number && 'number', columns[i].optional && 'optional'].filter(Boolean).join(' ') || null;
    const body = element('tbody');
    const lines = rows.map(row => ({
      sort: row.sort,
      node: element('tr', { class: row.best ? 'best' : null }, ...(row.cells || row).map((content, i) =>
        element(i === 0 ? 'th' : 'td', { class: kind(i), scope: i === 0 ? 'row' : null }, content))),
    }));
    body.append(...lines.map(line => line.node));
    const heads = columns.map((c, i) => element('th', { class: kind(i), scope: 'col' }, c.title));
    if (lines.length > 2 && lines[0].sort) heads.forEach((head, i) => lines[0].sort[i] === undefined || sortable(head, i, heads, lines, body));
    columns.forEach((c, i) => { if (c.ask) heads[i].append('\u00a0', kith.ask(c.ask, c.title)); });
    return element('table', { class: className }, element('thead', {}, element('tr', {}, ...heads)), body);
  }

  function sortable(head, i, heads, lines, body) {
    const button = element('button', { type: 'button', class: 'sort' }, ...head.childNodes);
    head.append(button);
    button.addEventListener('click', () => {
      const down = head.getAttribute('aria-sort') === 'ascending';
      heads.forEach(other => other.removeAttribute('aria-sort'));
      head.setAttribute('aria-sort', down ? 'descending' : 'ascending');
      const sorted = lines.slice().sort((a, b) => compare(a.sort[i], b.sort[i]) * (down ? -1 : 1));
      body.append(...sorted.map(line => line.node));
    });
  }

  /** Names by their numbers, numbers by size; what is not known comes before all others. */
  function compare(a, b) {
    if (typeof a === 'string') return a.localeCompare(b, 'en', { numeric: true });
    return (a ?? -Number.MAX_VALUE) - (b ?? -Number.MAX_VALUE);
  }

  /** A two-column list of facts; empty ones are left out. */
  function facts(pairs) {
    return element('table', { class: 'facts' }, element('tbody', {}, ...pairs
      .filter(([, value]) => value !== undefined && value !== null && value !== '')
      .map(([name, value]) => element('tr', {}, element('th', { scope: 'row' }, name), element('td', {}, value)))));
  }

  /** The numbers behind a chart, for readers who cannot see or point at it; made when first opened. */
  function numbersBehind(makeTable) {
    const details = element('details', { class: 'numbers' }, element('summary', {}, 'Show the numbers'));
    details.addEventListener('toggle', () => {
      if (!details.open) return;
      details.querySelector('.scroll')?.remove();
      details.append(element('div', { class: 'scroll tall', tabindex: 0, role: 'region', 'aria-label': 'Numbers' }, makeTable()));
    });
    return details;
  }

  /** A group of radio buttons; `choose` gets the position of the one that is on. */
  function choice(id, legend, names, choose) {
    return element('fieldset', { class: 'controls' }, element('legend', {}, legend), ...names.map((name, i) => {
      const input = element('input', { type: 'radio', name: id, id: id + '-' + i, checked: i === 0 });
      input.addEventListener('change', () => choose(i));
      return element('label', { for: id + '-' + i }, input, ' ' + name);
    }));
  }

  return { element, svg, named, shorten, number, fixed, signed, decimalsFor, share, count, sentence, compare, table, facts, numbersBehind, choice };
})();
