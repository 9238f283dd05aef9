const pause = 1000;  // milliseconds between two questions
const identity = Array.from(crypto.getRandomValues(new Uint8Array(8)),
                            (b) => b.toString(16).padStart(2, '0')).join('');

function duration(seconds) {
  if (seconds < 100) return `${Math.round(seconds)} s`;
  if (seconds < 6000) return `${Math.round(seconds / 60)} min`;
  return `${(seconds / 3600).toFixed(1)} h`;
}

// Draws that have ticks.
const marked = (state) => state.unsettled.filter((draw) => draw.status !== 'undetermined');

function show_parameters(state) {
  const free = state.parameters.filter((parameter) => parameter.held === null);
  const held = state.parameters.filter((parameter) => parameter.held !== null);
  if (state.usable > 0)
    find('parameters').replaceChildren(...free.map((parameter) => {
      const k = state.parameters.indexOf(parameter);
      const values = marked(state).map((draw) => draw.values[k]);
      return card(parameter, values.filter((value) => typeof value === 'number'));
    }));
  const thinned = `Means are of ${count(state.usable, 'draw')}; pictures and intervals use ` +
    `${state.shown.toLocaleString('en')} of them, evenly taken.`;
  say('posterior-note', state.usable > state.shown ? thinned
    : state.usable > 0 ? `The pictures show ${count(state.usable, 'draw')}.`
    : state.draws_come_singly ? 'There are no draws yet.'
    : `The draws of ${state.method} are known only when the fit has ended; the report shows them.`);
  say('held', held.length === 0 ? ''
    : `Held: ${held.map((parameter) => `${parameter.name} at ${parameter.held}`).join(', ')}.`);
  say('legend', state.usable === 0 ? '' : 'Bars in full colour are the middle 90 % of the draws, ' +
    'and the line is their mean. Dashed lines are ends of the box.' + (marked(state).length === 0 ? ''
    : ' Ticks below a picture are draws that did not find a minimum inside the box' +
      (state.placed['simulator-failed'] > 0 ? '; those that failed with the simulator began there.'
        : '.')));
}

function show_messages(state) {
  const items = [['warning', state.warnings], ['note', state.notes]].flatMap(([kind, texts]) =>
    texts.map((text) => {
      const item = document.createElement('li');
      item.className = kind;
      item.textContent = `${kind === 'warning' ? 'Warning' : 'Note'}: ${text}`;
      return item;
    }));
  find('no-messages').hidden = items.length > 0;
  if (items.length !== find('messages').children.length) find('messages').replaceChildren(...items);
}

function phase_of(state) {
  if (state.phase === 'searching') return 'The fit is looking for starting points.';
  if (state.phase === 'stopping') return 'The fit was told to stop; finished draws are kept.';
  if (state.phase === 'writing') return 'The draws are made; files are being written.';
  if (state.phase === 'ended') return 'The fit has ended; its report follows.';
  const calls = state.calls > 0 ? `, with ${count(state.calls, 'call')} of the simulator` : '';
  const done = `${state.done.toLocaleString('en')} of ${state.total.toLocaleString('en')}`;
  if (state.done >= state.total && state.unit === 'draws')
    return `All ${count(state.total, 'draw')} are made${calls}; the fit looks back at data and model.`;
  const verb = state.unit === 'draws' ? 'are made' : 'are done';
  return `${done} ${state.unit} ${verb}${calls}.`;
}

function show_progress(state) {
  const counting = state.phase === 'counting' && state.done < state.total;
  const over = state.phase === 'writing' || state.phase === 'ended' ||
    (state.phase === 'counting' && !counting);
  const percent = over ? 100 : state.total > 0 ? 100 * state.done / state.total : 0;
  find('bar').classList.toggle('unknown', state.phase === 'searching');
  find('bar').firstElementChild.style.width = state.phase === 'searching' ? '' : `${percent}%`;
  if (state.phase === 'searching') find('bar').removeAttribute('aria-valuenow');
  else find('bar').setAttribute('aria-valuenow', String(Math.round(percent)));
  say('phase', phase_of(state));
  say('elapsed', `The fit has run for ${duration(state.seconds)}.`);
  say('left', counting && state.seconds_left !== null && state.seconds_left >= 0.5
    ? `These will take about ${duration(state.seconds_left)} more.` : '');
  document.title = `${counting ? `${Math.floor(percent)} % – ` : ''}${state.model} – surefoot`;
}

let last = null;  // what was shown last, and when

function show(state) {
  last = { state, time: new Date() };
  say('gone', '');
  say('model', state.model);
  say('subtitle', `Posterior by ${state.method} from ${count(state.observations, 'observation')}`);
  show_progress(state);
  show_parameters(state);
  show_endings(state);
  show_scores(state);
  show_messages(state);
  say('footer', `This page ends with the fit, which leaves its report in ${state.report_file}.`);
}

function tell_absence() {
  say('gone', last === null
    ? 'The fit does not answer: it has ended, or was stopped.'
    : `The fit no longer answers: it has ended, or was stopped. This page shows what was known at ` +
      `${last.time.toLocaleTimeString('en-GB')}. If a report was written, it is in ` +
      `${last.state.report_file}.`);
  document.title = `Ended – ${last === null ? 'a fit' : last.state.model} – surefoot`;
  find('bar').classList.remove('unknown');
  say('left', '');
}

async function ask() {
  try {
    const answer = await fetch(`state.json?${identity}`, { cache: 'no-store' });
    if (!answer.ok) throw new Error(answer.statusText);
    const state = await answer.json();
    show(state);
    if (state.phase === 'ended') return location.replace(`report.html?${identity}`);
  } catch (error) {
    console.warn(error);
    tell_absence();
  }
  setTimeout(ask, pause);
}
ask();
