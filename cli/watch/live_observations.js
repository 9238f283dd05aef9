// Which observations the best fit explains least.

// One column of the observations against their scores.
function score_card(scores, column, c) {
  const values = scores.rows.map((row) => row.values[c]);
  const low = Math.min(...values), high = Math.max(...values), wide = picture.width - 12;
  const figure = document.createElement('figure');
  figure.dataset.column = column;
  const caption = figure.appendChild(document.createElement('figcaption'));
  caption.appendChild(document.createElement('strong')).textContent = column;
  caption.appendChild(document.createElement('span')).textContent =
    'inlier, from 0 below to 1 above, against the value';
  const svg = figure.appendChild(shape('svg', {
    viewBox: `0 0 ${picture.width} ${picture.height}`, role: 'img',
    'aria-label': `Inlier of the observations against ${column}` }));
  for (const y of [6, picture.floor])
    svg.append(shape('line', { x1: 0, x2: picture.width, y1: y, y2: y, class: 'axis' }));
  for (const row of [...scores.rows].reverse())
    svg.append(shape('circle', {
      cx: 6 + wide * (high > low ? (row.values[c] - low) / (high - low) : 0.5),
      cy: picture.floor - (picture.floor - 6) * row.inlier, r: 3,
      class: row.inlier < 0.5 ? 'outlying' : 'kept' }));
  draw_range(svg, [low, high]);
  return figure;
}

function lowest_row(row) {
  const element = document.createElement('tr');
  const values = row.values.map((value) => String(Number(value.toPrecision(5))));
  const texts = [row.observation.toLocaleString('en'), values.join(', '), row.inlier.toFixed(3)];
  for (const text of texts)
    element.appendChild(document.createElement('td')).textContent = text.replaceAll('-', '\u2212');
  return element;
}

function scores_told(state) {
  const { observations, rows, below_half, columns, dimension } = state.scores;
  const sentences = [
    below_half === 0 ? `The best fit explains all ${count(observations, 'observation')} by half or more.`
      : `The best fit explains ${below_half.toLocaleString('en')} of ` +
        `${count(observations, 'observation')} by less than half; they are orange.`,
    'Inlier is the share of the data around an observation, itself included, that the model ' +
      'explains; it is near 0 for an outlier.'];
  if (rows.length < observations)
    sentences.push(`The pictures show ${rows.length.toLocaleString('en')} observations, the lowest ` +
      'among them.');
  if (columns.length < dimension)
    sentences.push(`The first ${columns.length} of ${dimension} columns are shown.`);
  sentences.push('These numbers were computed before the draws' +
    (state.ends_with_scores ? '; the report has the final ones, which are means over draws.' : '.'));
  return sentences.join(' ');
}

let scores_shown = false;  // they do not change

function show_scores(state) {
  const scores = state.scores;
  if (scores === null)
    return say('scores-note', state.no_scores ||
      'Scores of the observations are known when the search for the best fit has ended.');
  if (scores_shown) return;
  scores_shown = true;
  say('scores-note', scores_told(state));
  const lowest = scores.rows.filter((row) => row.inlier < 1).slice(0, 10);
  find('lowest').caption.textContent =
    `The ${count(lowest.length, 'observation')} that the model explains least`;
  find('lowest').tBodies[0].replaceChildren(...lowest.map(lowest_row));
  find('score-pictures').replaceChildren(...scores.columns.map((column, c) =>
    score_card(scores, column, c)));
  find('scores').hidden = lowest.length === 0;
}

