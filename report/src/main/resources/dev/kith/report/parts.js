'use strict';
/* What sections are made of: elements, numbers, choices. Text is always text here, never markup. */
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

  /** A name where there is little room: shortened, and whole when pointed at. */
  function brief(name, most = 40) {
    const shown = shorten(name, most);
    return element('bdi', { class: 'task', title: shown === name ? null : name }, shown);
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

  /** A number in so many significant digits, zeros at its end included, so that numbers one below the other can be compared by eye. */
  function figures(value, digits = 3) {
    const text = number(value, digits);
    const size = Math.abs(value);
    if (value === null || value === undefined || size < 1e-3 || size >= 10 ** digits) return text;
    return Number(size.toPrecision(digits)).toLocaleString('en', { minimumSignificantDigits: digits, maximumSignificantDigits: digits }).replace(/^/, value < 0 ? '−' : '');
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

  /** A group of radio buttons; `choose` gets the position of the one that is on. */
  function choice(id, legend, names, choose) {
    return element('fieldset', { class: 'controls' }, element('legend', {}, legend), ...names.map((name, i) => {
      const input = element('input', { type: 'radio', name: id, id: id + '-' + i, checked: i === 0 });
      input.addEventListener('change', () => choose(i));
      return element('label', { for: id + '-' + i }, input, ' ' + name);
    }));
  }

  return { element, svg, named, shorten, brief, number, figures, fixed, signed, decimalsFor, share, count, sentence, choice };
})();
