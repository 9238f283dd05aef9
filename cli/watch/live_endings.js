// How the draws ended, and where those lie that found no minimum.
const endings = {
  'converged': 'found a minimum inside the box.',
  'box-edge': 'ended on an edge of the box.',
  'step-limit': 'ended at the limit of steps, before a minimum was found.',
  'undetermined': 'ended at a place that others are as good as.',
  'diverged': 'failed, since they diverged; they have no values.',
  'simulator-failed': 'failed, since the simulator failed where they began; they have no values.',
};

// At which ends of the box those on an edge lie.
function edges(state) {
  const found = [];
  const on_edge = state.unsettled.filter((draw) => draw.status === 'box-edge');
  state.parameters.forEach((parameter, k) => {
    if (parameter.held !== null) return;
    for (const [end, word] of [[parameter.lower, 'lower'], [parameter.upper, 'upper']]) {
      if (end === null) continue;
      const near = 1e-6 * (parameter.lower !== null && parameter.upper !== null
        ? parameter.upper - parameter.lower : Math.max(1, Math.abs(end)));
      const there = on_edge.filter((draw) => Math.abs(draw.values[k] - end) <= near).length;
      if (there > 0) found.push(`${there} at the ${word} end of ${parameter.name} (${end})`);
    }
  });
  const all = on_edge.length === state.statuses['box-edge'];
  return found.length === 0 ? ''
    : `Of ${count(on_edge.length, 'draw')} on an edge${all ? '' : ' that were looked at'}, ` +
      `there lie ${list(found)}.`;
}

// Of draws that found no minimum, what is known.
const lost = { 'step-limit': 'ended', 'diverged': 'ended', 'simulator-failed': 'began' };

function percent(share) {
  return share > 0 && share < 0.01 ? 'under 1 %' : share > 0.99 && share < 1 ? 'over 99 %'
    : `${Math.round(100 * share)} %`;
}

const share_in = (sorted, { from, to, between }) => sorted.filter((value) =>
  between ? value >= from && value <= to : value > from && value < to)
  .length / Math.max(1, sorted.length);

// Round numbers, some tens of them.
function round_numbers(low, high) {
  const power = 10 ** Math.floor(Math.log10((high - low) / 20));
  const step = power * [2, 5, 10].find((factor) => factor * power >= (high - low) / 40);
  const first = Math.floor(low / step), steps = Math.ceil(high / step) - first;
  return { step, cuts: Array.from({ length: steps + 1 }, (_, k) =>
    Number(((first + k) * step).toPrecision(12))) };
}

// The part of a parameter's values that tells these draws best from those that have values: above
// or below a round number, or between two.
function telling_part(these, usable) {
  const middle = usable.length > 0 ? span(usable) : [Infinity, -Infinity];
  const low = Math.min(these[0], middle[0]), high = Math.max(these[these.length - 1], middle[1]);
  if (!(high > low) || !Number.isFinite(high - low)) return null;
  const { step, cuts } = round_numbers(low, high);
  const last = (list) => list[list.length - 1];
  const parts = cuts.flatMap((cut) => [{ from: cut, to: Infinity }, { from: -Infinity, to: cut }]);
  parts.push({ from: last(cuts.filter((cut) => cut <= quantile(these, 0.05))),
               to: cuts.find((cut) => cut >= quantile(these, 0.95)), between: true });
  let best = null;
  for (const part of parts) {
    const share = share_in(these, part), others = share_in(usable, part);
    const gain = share - others - (part.between ? 0.1 : 0);
    if (best === null || gain > best.gain) best = { ...part, share, others, gain, step };
  }
  return best;
}

function part_text(name, { from, to, step }) {
  const [low, high] = [from, to].map((value) => number(value, 100 * step));
  return to === Infinity ? `${name} above ${low}` : from === -Infinity ? `${name} below ${high}`
    : `${name} between ${low} and ${high}`;
}

// The box as a bar, with the middle of the draws that have values and, below, of these.
function strip(parameter, these, usable) {
  const middle = (sorted) =>
    [quantile(sorted, (1 - shareInside) / 2), quantile(sorted, (1 + shareInside) / 2)];
  const stripes = [[middle(these), 9, 'lost']];
  if (usable.length > 0) stripes.push([middle(usable), 1, 'settled']);
  const ends = stripes.flatMap(([range]) => range);
  const first = parameter.lower ?? Math.min(...ends), end = parameter.upper ?? Math.max(...ends);
  const place = (value) => end > first ? 160 * (value - first) / (end - first) : 80;
  const svg = shape('svg', { viewBox: '0 0 160 16', 'aria-hidden': 'true' });
  svg.append(shape('rect', { x: 0, y: 5, width: 160, height: 6, class: 'box' }));
  for (const [[from, to], y, kind] of stripes)
    svg.append(shape('rect', { x: Math.min(place(from), 157), y, height: 6, class: kind,
                               width: Math.max(3, place(to) - place(from)) }));
  return svg;
}

// Where draws lie that are all at the same few places; empty if they are not.
function same_places(state, draws, some) {
  const places = new Map();
  for (const { values } of draws)
    places.set(values.join(), { values, many: (places.get(values.join())?.many || 0) + 1 });
  if (places.size > 3 || places.size > 1 && places.size === draws.length) return [];
  return [...places.values()].map(({ values, many }) => {
    const terms = state.parameters.flatMap((parameter, k) => parameter.held !== null ||
      k >= values.length ? [] : [`${parameter.name} ${number(values[k], Math.abs(values[k]))}`]);
    return { text: `${some(many / draws.length)} at ${list(terms)}` };
  });
}

// Up to three parameters that tell these draws from others, the most telling first.
function telling_parts(state, draws, some) {
  const least = 0.4 + 0.5 / Math.sqrt(draws.length);  // of few draws chance alone tells something
  const found = state.parameters.flatMap((parameter, k) => {
    if (parameter.held !== null || k >= draws[0].values.length) return [];
    const sort = (values) => values.filter((v) => v !== null).sort((a, b) => a - b);
    const these = sort(draws.map((draw) => draw.values[k])), usable = sort(parameter.values);
    const part = these.length > 0 ? telling_part(these, usable) : null;
    return part === null || part.gain < least ? [] : [{ parameter, these, usable, part }];
  });
  return found.sort((a, b) => b.part.gain - a.part.gain).slice(0, 3)
    .map(({ parameter, these, usable, part }) => ({
      name: parameter.name, picture: strip(parameter, these, usable),
      text: `${some(part.share)} with ${part_text(parameter.name, part)}` + (usable.length === 0 ? ''
        : part.others > 0 ? `, where ${percent(part.others)} of all draws with values lie`
        : ', where no draw with values lies') }));
}

// Sentences on where draws of a status lie.  Of many draws some stand for all.
function regions(state, status) {
  const draws = state.unsettled.filter((draw) => draw.status === status);
  const total = state.statuses[status], placed = state.placed[status] || 0, verb = lost[status];
  if (placed === 0) return [{ text: `It is not known where they ${verb}.` }];
  const some = (share) => (draws.length < placed ? `${percent(share)} of them`
    : total === 1 ? 'It' : share === 1 && placed === total ? 'All'
    : `${Math.round(share * placed)} of the ${placed.toLocaleString('en')}`) + ` ${verb}`;
  let told = same_places(state, draws, some);
  if (told.length === 0) told = telling_parts(state, draws, some);
  const sentences = told.map((one) => ({ ...one, text: `${one.text}.` }));
  if (sentences.length === 0)
    sentences.push({ text: `By where they ${verb}, no parameter tells them from other draws.` });
  if (placed < total)
    sentences.unshift({ text: `Of ${placed.toLocaleString('en')} it is known where they ${verb}.` });
  return sentences;
}

function region_list(sentences) {
  const list = document.createElement('ul');
  list.className = 'regions';
  for (const { text, name, picture } of sentences) {
    const item = list.appendChild(document.createElement('li'));
    if (picture) item.append(picture);
    if (name) item.dataset.parameter = name;
    item.appendChild(document.createElement('span')).textContent = text;
  }
  return list;
}

function show_endings(state) {
  const rows = Object.entries(state.statuses).map(([status, many]) => {
    const row = document.createElement('tr');
    row.dataset.status = status;
    row.append(document.createElement('td'), document.createElement('td'));
    row.cells[0].textContent = count(many, 'draw');
    row.cells[1].textContent = endings[status] || status;
    if (status in lost) row.cells[1].append(region_list(regions(state, status)));
    return row;
  });
  find('endings').hidden = rows.length === 0;
  find('statuses').replaceChildren(...rows);
  say('edges', edges(state));
  say('strips', find('statuses').querySelector('svg') === null ? '' : 'In the small pictures the ' +
    'grey bar is the box, the upper stripe the middle 90 % of the draws with values, and the ' +
    'lower stripe that of the draws in question.');
}

