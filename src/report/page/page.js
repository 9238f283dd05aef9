// Draws every picture of the page at the width of its place, and again when that changes.
(() => {
  'use strict';
  const began = performance.now();
  const root = document.documentElement;
  const problems = document.getElementById('problems');
  const complain = (what) => {
    problems.hidden = false;
    problems.textContent += `A picture could not be drawn: ${what && what.message || what}. `;
  };
  window.addEventListener('error', (event) => complain(event.error || event.message));
  window.addEventListener('unhandledrejection', (event) => complain(event.reason));

  const read = (element) => JSON.parse(element.textContent);
  const style = read(document.getElementById('style'));

  // Each fit brings its columns once; pictures get rows, of all fits or of the one they name.
  const tables = {draws: [], observed: [], predictive: [], history: []};
  for (const script of document.querySelectorAll('script.fit')) {
    const fit = read(script);
    for (const [table, rows] of Object.entries(tables)) {
      const columns = Object.entries(fit[table]);
      const count = columns.length === 0 ? 0 : columns[0][1].length;
      for (let i = 0; i < count; ++i) {
        const row = {fit: fit.label};
        for (const [name, values] of columns) row[name] = values[i];
        rows.push(row);
      }
    }
  }
  const rowsFor = (name, fit) =>
    tables[name].filter((row) => !fit || row.fit === fit).map((row) => ({...row}));

  const logger = {
    level() { return this; }, info() { return this; }, debug() { return this; },
    warn(...words) { complain(words.join(' ')); return this; },
    error(...words) { complain(words.join(' ')); return this; },
  };

  // Where a picture stands alone it needs the legend that the page has at its top.
  const alone = new URLSearchParams(location.hash.slice(1)).get('figures');

  if (alone) document.body.classList.add('alone');

  // Tables that sort by a column when its heading is clicked, and the other way by another click.
  for (const table of document.querySelectorAll('.sortable table')) {
    const body = table.tBodies[0];
    [...table.tHead.rows[0].cells].forEach((heading, column) => {
      heading.tabIndex = 0;
      const sort = () => {
        const down = heading.getAttribute('aria-sort') === 'ascending';
        for (const other of table.tHead.rows[0].cells) other.removeAttribute('aria-sort');
        heading.setAttribute('aria-sort', down ? 'descending' : 'ascending');
        const key = (row) => parseFloat(row.cells[column].textContent);
        body.append(...[...body.rows].sort((a, b) => (key(a) - key(b)) * (down ? -1 : 1)));
      };
      heading.addEventListener('click', sort);
      heading.addEventListener('keydown', (event) => { if (event.key === 'Enter') sort(); });
    });
  }

  const pictures = [];
  const widthOf = ({place, padding}) =>
    Math.max(place.clientWidth - padding.left - padding.right, 80);

  const draw = async (figure) => {
    const spec = read(figure.querySelector('script.spec'));
    const place = figure.querySelector('.picture');
    const fit = spec.usermeta && spec.usermeta.fit;
    for (const data of spec.data)
      if (data.name in tables && !data.source) data.values = rowsFor(data.name, fit);
    if (!alone) delete spec.legends;
    if (alone) spec.background = 'white';
    const picture = {figure, place, padding: spec.padding};
    if (alone && spec.legends) spec.padding.top += 12 + 20 * Math.ceil(spec.scales.find(
      (scale) => scale.name === 'colour').domain.length / 4);
    picture.view = new vega.View(vega.parse(spec, style),
                                 {renderer: 'svg', container: place, hover: false, logger});
    picture.width = widthOf(picture);
    await picture.view.signal('width', picture.width).runAsync();
    figure.dataset.rendered = 'true';
    pictures.push(picture);
  };

  const fit = () => {
    for (const picture of pictures) {
      const width = widthOf(picture);
      if (width === picture.width) continue;
      picture.width = width;
      picture.view.signal('width', width).run();
    }
  };
  let waiting = 0;
  const resized = () => {
    cancelAnimationFrame(waiting);
    waiting = requestAnimationFrame(fit);
  };

  window.addEventListener('beforeprint', () => {
    for (const details of document.querySelectorAll('details')) details.open = true;
    document.body.classList.add('printing');
    fit();
  });
  window.addEventListener('afterprint', () => {
    document.body.classList.remove('printing');
    fit();
  });

  // The pictures as files, in the page's text, for a program that reads it: #figures=svg or png.
  const give = async () => {
    for (const {figure, view} of pictures) {
      const file = document.createElement('script');
      file.type = 'text/plain';
      file.className = 'file';
      file.dataset.name = `${figure.id}.${alone}`;
      file.textContent = alone === 'png'
        ? (await view.toCanvas(2)).toDataURL('image/png').split(',')[1]
        : btoa(unescape(encodeURIComponent(await view.toSVG())));
      document.body.append(file);
    }
  };

  (async () => {
    for (const figure of document.querySelectorAll('figure')) {
      try {
        await draw(figure);
      } catch (error) {
        complain(error);
      }
    }
    if (alone) await give();
    root.dataset.overflow = Math.max(0, root.scrollWidth - root.clientWidth);
    root.dataset.milliseconds = Math.round(performance.now() - began);
    root.dataset.ready = 'true';
    window.addEventListener('resize', resized);
  })();
})();
