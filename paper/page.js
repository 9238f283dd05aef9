// Draws every picture of the page; one that cannot be drawn says so and costs no other.
(() => {
  'use strict';
  const style = JSON.parse(document.getElementById('style').textContent);
  const draw = async (figure) => {
    const place = figure.querySelector('.picture');
    try {
      const spec = JSON.parse(figure.querySelector('script.spec').textContent);
      const view = new vega.View(vega.parse(spec, style), {renderer: 'svg', container: place});
      await view.runAsync();
      figure.dataset.rendered = 'true';
    } catch (problem) {
      place.textContent = `This picture could not be drawn: ${problem.message}`;
      figure.dataset.rendered = 'false';
    }
  };
  const all = [...document.querySelectorAll('figure')].map(draw);
  Promise.all(all).then(() => { document.documentElement.dataset.rendered = 'true'; });
})();
