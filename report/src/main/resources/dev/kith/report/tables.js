'use strict';
/* Tables. A long one has rows only where somebody looks: thousands of tasks are scrolled, sorted and searched like ten. */
Object.assign(kith, (() => {
  const { element } = kith;
  /** Rows from which on a table is long. */
  const LONG = 100;
  /** Rows that come and go together. */
  const BLOCK = 50;

  /**
   * A table; columns are {title, number, optional, ask}, where `ask` explains the title, rows are arrays of texts or elements, or {cells, best, sort}: `cells` may
   * be a function that makes them, which is asked when the row is looked at; `sort` has the value behind each cell and makes the columns sortable, except those
   * it leaves undefined.
   */
  function table(columns, rows, className) {
    const kind = i => [columns[i].number && 'number', columns[i].optional && 'optional'].filter(Boolean).join(' ') || null;
    const lines = rows.map(row => ({ sort: row.sort, best: row.best, cells: row.cells || row }));
    const heads = columns.map((c, i) => element('th', { class: kind(i), scope: 'col' }, c.title));
    const made = element('table', { class: className }, element('thead', {}, element('tr', {}, ...heads)));
    const line = ({ best, cells }) => element('tr', { class: best ? 'best' : null },
      ...(typeof cells === 'function' ? cells() : cells).map((content, i) => element(i === 0 ? 'th' : 'td', { class: kind(i), scope: i === 0 ? 'row' : null }, content)));
    const show = lines.length > LONG ? blocks(made, heads, line) : whole(made, line);
    let wanted = '';
    const again = () => show(wanted === '' ? lines : lines.filter(one => one.sort.some(value => typeof value === 'string' && value.toLocaleLowerCase('en').includes(wanted))));
    again();
    if (lines.length > 2 && lines[0].sort) heads.forEach((head, i) => lines[0].sort[i] === undefined || sortable(head, i, heads, lines, again));
    columns.forEach((c, i) => { if (c.ask) heads[i].append('\u00a0', kith.ask(c.ask, c.title)); });
    if (lines.length <= LONG || !lines[0].sort) return made;
    return searchable(made, lines.length, text => {
      wanted = text;
      return again();
    });
  }

  function whole(made, line) {
    const body = element('tbody');
    const drawn = new Map();
    made.append(body);
    return lines => {
      lines.forEach(one => drawn.has(one) || drawn.set(one, line(one)));
      body.replaceChildren(...lines.map(one => drawn.get(one)));
      return lines.length;
    };
  }

  /** Bodies of so many rows each: those out of sight are a gap of their height. */
  function blocks(made, heads, line) {
    let seen = null;
    return lines => {
      seen?.disconnect();
      made.querySelectorAll('tbody').forEach(body => body.remove());
      made.setAttribute('aria-rowcount', lines.length + 1);
      let height = 33;
      const parts = new Map();
      const fill = body => {
        const from = parts.get(body);
        body.replaceChildren(...lines.slice(from, from + BLOCK).map((one, i) => {
          const row = line(one);
          row.setAttribute('aria-rowindex', from + i + 2);
          return row;
        }));
        // Columns grow with what they have shown and do not jump back.
        heads.map(head => head.offsetWidth).forEach((width, i) => { heads[i].style.minWidth = width + 'px'; });
        height = body.offsetHeight / body.childElementCount || height;
      };
      const clear = (body, tall) => {
        const gap = element('td', { colspan: heads.length });
        gap.style.height = tall + 'px';
        body.replaceChildren(element('tr', { class: 'gap', 'aria-hidden': 'true' }, gap));
      };
      for (let from = 0; from < lines.length; from += BLOCK) {
        const body = element('tbody');
        parts.set(body, from);
        made.append(body);
        if (from === 0) fill(body);
        else clear(body, height * Math.min(BLOCK, lines.length - from));
      }
      const look = entries => entries.forEach(({ target, isIntersecting }) => {
        const empty = target.firstElementChild?.className === 'gap';
        if (isIntersecting && empty) fill(target);
        else if (!isIntersecting && !empty && made.isConnected) clear(target, target.offsetHeight);
      });
      // The table is put in its place after it was made.
      queueMicrotask(() => {
        seen = new IntersectionObserver(look, { root: made.closest('.tall'), rootMargin: '400px 0px' });
        parts.forEach((_, body) => seen.observe(body));
      });
      return lines.length;
    };
  }

  /** A box above a long table that leaves the rows with a name in which this is written. */
  function searchable(made, rows, search) {
    const input = element('input', { type: 'search', autocomplete: 'off', placeholder: 'Find in this table', 'aria-label': 'Find in this table' });
    const told = element('output', { class: 'muted' }, kith.count(rows, 'row'));
    input.addEventListener('input', () => {
      const found = search(input.value.trim().toLocaleLowerCase('en'));
      told.textContent = (found === rows ? '' : found.toLocaleString('en') + ' of ') + kith.count(rows, 'row');
    });
    return element('div', {}, element('p', { class: 'finder within' }, input, told), made);
  }

  function sortable(head, i, heads, lines, show) {
    const button = element('button', { type: 'button', class: 'sort' }, ...head.childNodes);
    head.append(button);
    button.addEventListener('click', () => {
      const down = head.getAttribute('aria-sort') === 'ascending';
      heads.forEach(other => other.removeAttribute('aria-sort'));
      head.setAttribute('aria-sort', down ? 'descending' : 'ascending');
      lines.sort((a, b) => compare(a.sort[i], b.sort[i]) * (down ? -1 : 1));
      show();
    });
  }

  const names = new Intl.Collator('en', { numeric: true });

  /** Names by their numbers, numbers by size; what is not known comes before all others. */
  function compare(a, b) {
    if (typeof a === 'string') return names.compare(a, b);
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

  return { table, compare, facts, numbersBehind };
})());
