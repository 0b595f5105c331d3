'use strict';
/* Words that not everybody knows, explained in one place: where they stand, by pointing, focus or touch, and as a list at the end. */
Object.assign(kith, (() => {
  const { element } = kith;
  const words = {
    'held out': 'Held-out rows were kept from the model that predicts them. Only they tell how well rows will be predicted that nobody has seen.',
    fold: 'Rows are dealt into parts, the folds. Each is held out once, while models learn from the others.',
    interval: 'The range that the true value is likely to lie in, given how many rows there are. At 95%, 95 of 100 such ranges contain it.',
    alone: 'Every task learned from its own rows only (the method stl): what sharing has to beat.',
    'better than alone': 'The difference of two errors over their geometric mean: +5% is a little, +50% is a lot, and a minus is worse than not sharing at all.',
    'constant answer': 'Always the mean of the task’s training labels, or its more frequent class. A method that is not better has learned nothing but the task.',
    'root mean squared error': 'The typical size of a miss, in the unit of the target. Large misses count more than small ones.',
    'normalised error': 'nmse: the mean squared error over the variance of the task’s labels. 0 is perfect, 1 is no better than always answering the mean.',
    shuffled: 'The values of a feature change places among the rows of a task, so that they say nothing any more. What the predictions lose is what they owed to the feature.',
    coefficient: 'By how much a prediction changes when the feature grows by one unit and everything else stays as it is.',
    spread: 'The standard deviation over tasks: how differently tasks use the feature.',
    gap: 'How far a fit can still be from the best possible one, relative to its objective: 0 is proven optimal.',
    'λ': 'Lambda: the strength of the penalty. The larger, the more tasks are drawn together or towards zero.',
    objective: 'What a method makes as small as it can while it learns: misses on training rows and a penalty.',
    correlation: 'From −1 (opposite) over 0 (unrelated) to +1 (alike).',
    'negative transfer': 'Tasks that are predicted worse together with others than alone.',
    'new task': 'A task that the model has never seen. It joins with none or a few of its rows.',
  };
  let open = null;
  const box = element('div', { id: 'meaning', role: 'tooltip', hidden: true });
  document.addEventListener('DOMContentLoaded', () => document.body.append(box));

  function show(button) {
    box.textContent = button.dataset.meaning;
    box.hidden = false;
    const at = button.getBoundingClientRect();
    const width = Math.min(320, document.documentElement.clientWidth - 16);
    box.style.width = width + 'px';
    box.style.left = Math.max(8, Math.min(at.left, document.documentElement.clientWidth - width - 8)) + window.scrollX + 'px';
    const below = at.bottom + 6 + box.offsetHeight < window.innerHeight || at.top < box.offsetHeight + 6;
    box.style.top = (below ? at.bottom + 6 : at.top - box.offsetHeight - 6) + window.scrollY + 'px';
    button.setAttribute('aria-describedby', 'meaning');
    open = button;
  }

  function hide() {
    open?.removeAttribute('aria-describedby');
    box.hidden = true;
    open = null;
  }

  document.addEventListener('keydown', event => { if (event.key === 'Escape') hide(); });
  document.addEventListener('click', event => { if (open && !event.target.closest('.term')) hide(); });

  function explained(meaning, label, content, kind) {
    const button = element('button', { type: 'button', class: 'term' + kind, 'aria-label': label }, content);
    button.dataset.meaning = meaning;
    let touched = false;
    // A touch focuses first and clicks afterwards: it must not open and close at once.
    button.addEventListener('pointerdown', () => { touched = open === button; });
    button.addEventListener('mouseenter', () => show(button));
    button.addEventListener('mouseleave', () => { if (document.activeElement !== button) hide(); });
    button.addEventListener('focus', () => show(button));
    button.addEventListener('blur', hide);
    button.addEventListener('click', event => {
      event.stopPropagation();
      if (touched && event.pointerType === 'touch') hide(); else show(button);
    });
    return button;
  }

  /** A word of the list, explained when pointed at; `shown` is how it stands in the text. */
  function term(word, shown) {
    return explained(words[word], null, shown ?? word, '');
  }

  /** Any words with what they mean. */
  function meaning(shown, explanation) {
    return explained(explanation, null, shown, '');
  }

  /** A question mark that explains, for titles that are buttons themselves; `meaning` may be a word of the list. */
  function ask(meaning, title) {
    return explained(words[meaning] ?? meaning, `What is ${title}?`, '?', ' ask');
  }

  return { words, term, meaning, ask };
})());
