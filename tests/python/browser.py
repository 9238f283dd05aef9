"""Opens a report in headless Chromium, as wide as asked, and says what became of it."""

import html
import json
import re
import shutil
import subprocess

# Chromium's own window is never narrower than 500 pixels, so the page is opened in a frame.  The
# wrapper waits for the page to say that it is ready, and writes down what it finds.
WRAPPER = """<!DOCTYPE html><body style="margin:0">
<iframe id="page" src="{address}" style="border:0;width:{width}px;height:4000px"></iframe>
<pre id="found"></pre>
<script>
const seen = (text) => text.textContent && getComputedStyle(text).fillOpacity > 0 &&
  getComputedStyle(text).opacity > 0;
const boxOf = (text) => [text.textContent, text.getBoundingClientRect()];
const overlapping = (texts) => {{
  const boxes = texts.filter(seen).map(boxOf);
  return boxes.flatMap(([one, a], i) => boxes.slice(i + 1).filter(([, b]) =>
    Math.min(a.right, b.right) - Math.max(a.left, b.left) > 0.5 &&
    Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 0.5
  ).map(([other]) => one + ' on ' + other));
}};
const look = () => {{
  const page = document.getElementById('page').contentDocument;
  const root = page && page.documentElement;
  if (!root || !root.dataset.ready) return setTimeout(look, 50);
  const boxes = [...page.querySelectorAll('main *')].filter((e) => !e.closest('.scroll, svg'));
  document.getElementById('found').textContent = JSON.stringify({{
    overflow: root.scrollWidth - root.clientWidth,
    sticking_out: boxes.filter((e) => e.getBoundingClientRect().right > root.clientWidth + 1)
      .map((e) => e.outerHTML.slice(0, 80)),
    milliseconds: Number(root.dataset.milliseconds),
    problems: page.getElementById('problems').textContent,
    figures: [...page.querySelectorAll('figure')].map((figure) => ({{
      id: figure.id,
      rendered: figure.dataset.rendered === 'true',
      marks: [...figure.querySelectorAll('svg .role-mark path')]
        .filter((path) => (path.getAttribute('d') || '').length > 10).length,
      lines: figure.querySelectorAll('svg .role-mark line').length,
      label: (figure.querySelector('[aria-label]') || {{getAttribute() {{}}}})
        .getAttribute('aria-label'),
      overlapping: overlapping([...figure.querySelectorAll(
        'svg .role-axis-label text, svg .role-axis-title text')]),
      cut_off: [...figure.querySelectorAll('svg .role-axis-label text')].filter(seen)
        .map((text) => text.textContent).filter((text) => /\\d.*…/.test(text)),
      broken: /NaN|undefined/.test(figure.querySelector('.picture').innerHTML),
    }})),
  }});
}};
look();
</script>
"""


def chromium():
    path = shutil.which("chromium")
    assert path, "chromium is missing; scripts/setup test installs it"
    return [path, "--headless=new", "--no-sandbox", "--disable-gpu",
            "--allow-file-access-from-files", "--virtual-time-budget=30000"]


def look_at(report, width, folder):
    wrapper = folder / f"wrapper-{width}.html"
    wrapper.write_text(WRAPPER.format(address=report.as_uri(), width=width))
    document = subprocess.run(
        [*chromium(), f"--user-data-dir={folder / 'profile'}", "--window-size=1700,1000",
         "--dump-dom", wrapper.as_uri()],
        capture_output=True, text=True, timeout=120).stdout
    found = re.search(r'<pre id="found">(.*?)</pre>', document, re.DOTALL)
    assert found and found[1], "the page did not become ready"
    return json.loads(html.unescape(found[1]))
