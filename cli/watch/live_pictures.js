'use strict';
const shareInside = 0.9;
const find = (id) => document.getElementById(id);
const say = (id, text) => {
  const element = find(id);
  if (element.textContent !== text) element.textContent = text;
  element.hidden = text === '';
};
const count = (n, noun) => `${n.toLocaleString('en')} ${noun}${n === 1 ? '' : 's'}`;
const list = (words) => words.length < 2 ? words.join('')
  : `${words.slice(0, -1).join(', ')} and ${words[words.length - 1]}`;

// Digits that tell values apart which differ by a hundredth of the width.
function number(value, width) {
  const size = Math.abs(value);
  const digits = width > 0 ? 2 - Math.floor(Math.log10(width)) : 3;
  const text = size !== 0 && (size >= 1e7 || size < 1e-4) ? value.toExponential(3)
    : value.toFixed(Math.min(Math.max(digits, 0), 12));
  return text.replaceAll('-', '\u2212');
}

function quantile(sorted, share) {
  const at = share * (sorted.length - 1), low = Math.floor(at);
  const high = Math.min(low + 1, sorted.length - 1);
  return sorted[low] + (at - low) * (sorted[high] - sorted[low]);
}

function shape(name, attributes) {
  const element = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
}

const picture = { width: 300, height: 130, floor: 104 };

// What the picture spans: all draws, or, where they are many, all but the outermost of them.
function span(sorted) {
  const cut = sorted.length >= 200 ? 0.005 : 0;
  const low = quantile(sorted, cut), high = quantile(sorted, 1 - cut);
  const margin = high > low ? 0.04 * (high - low) : Math.abs(low) * 0.01 || 1;
  return [low - margin, high + margin];
}

function histogram(sorted, [low, high]) {
  const bins = Math.max(8, Math.min(40, Math.round(1.5 * Math.sqrt(sorted.length))));
  const heights = new Array(bins).fill(0);
  for (const value of sorted)
    if (value >= low && value <= high)
      heights[Math.min(bins - 1, Math.floor((value - low) / (high - low) * bins))] += 1;
  return heights;
}

function draw_bars(svg, sorted, range, inside) {
  const heights = histogram(sorted, range), highest = Math.max(...heights);
  const wide = picture.width / heights.length, [low, high] = range;
  heights.forEach((height, i) => {
    if (height === 0) return;
    const middle = low + (i + 0.5) / heights.length * (high - low);
    const tall = (picture.floor - 6) * height / highest;
    svg.append(shape('rect', { x: i * wide, y: picture.floor - tall, width: wide - 0.5,
      height: tall, class: middle >= inside[0] && middle <= inside[1] ? 'in' : 'out' }));
  });
}

function draw_lines(svg, parameter, range, unsettled) {
  const [low, high] = range;
  const place = (value) => picture.width * Math.min(1, Math.max(0, (value - low) / (high - low)));
  const line = (kind, value, top, bottom) => svg.append(shape('line',
    { x1: place(value), x2: place(value), y1: top, y2: bottom, class: kind }));
  svg.append(shape('line', { x1: 0, x2: picture.width, y1: picture.floor, y2: picture.floor,
                             class: 'axis' }));
  line('mean', parameter.mean, 0, picture.floor);
  for (const edge of [parameter.lower, parameter.upper])
    if (edge !== null && edge >= low && edge <= high) line('edge', edge, 0, picture.floor);
  for (const value of unsettled) line('tick', value, picture.floor + 2, picture.floor + 9);
}

function draw_range(svg, range) {
  const width = range[1] - range[0];
  [[0, 'start', range[0]], [picture.width, 'end', range[1]]].forEach(([x, anchor, value]) => {
    const text = shape('text', { x, y: picture.height - 4, 'text-anchor': anchor });
    text.textContent = number(value, width);
    svg.append(text);
  });
}

function card(parameter, unsettled) {
  const sorted = parameter.values.filter((value) => value !== null).sort((a, b) => a - b);
  const inside = [quantile(sorted, (1 - shareInside) / 2), quantile(sorted, (1 + shareInside) / 2)];
  const width = inside[1] - inside[0], range = span(sorted);
  const words = [`mean ${number(parameter.mean, width)}`,
    `90 % from ${number(inside[0], width)} to ${number(inside[1], width)}`];
  const figure = document.createElement('figure');
  figure.dataset.parameter = parameter.name;
  const caption = figure.appendChild(document.createElement('figcaption'));
  caption.appendChild(document.createElement('strong')).textContent = parameter.name;
  for (const part of words)
    caption.appendChild(document.createElement('span')).textContent = part;
  const svg = figure.appendChild(shape('svg', {
    viewBox: `0 0 ${picture.width} ${picture.height}`, role: 'img',
    'aria-label': `Histogram of ${parameter.name}: ${words.join(', ')}` }));
  draw_bars(svg, sorted, range, inside);
  draw_lines(svg, parameter, range, unsettled);
  draw_range(svg, range);
  return figure;
}

