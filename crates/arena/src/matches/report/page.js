// The list of the games of a match, and the choice among them; viewer.js shows one.
const PER_PAGE = 24;

// The choice of games.
const choice = {engine: '', reason: '', result: ''};
const reasons = [...new Set(data.games.map(game => game.e))];
function select(name, label, options) {
  return `<label>${label} <select name="${name}"><option value="">all</option>${options.map(([value, text]) => `<option value="${esc(value)}">${esc(text)}</option>`).join('')}</select></label>`;
}
$('filter').innerHTML = select('engine', 'engine', data.engines.map((name, i) => [i, name]))
  + select('reason', 'ended by', reasons.map(reason => [reason, reason]))
  + select('result', 'result', [['B', 'black won'], ['W', 'white won'], ['0', 'drawn'], ['V', 'void']]);
$('filter').addEventListener('change', event => { choice[event.target.name] = event.target.value; page = 0; list(); });
function chosen() {
  return data.games.map((game, i) => i).filter(i => {
    const game = data.games[i];
    return (choice.engine === '' || game.b === +choice.engine || game.w === +choice.engine)
      && (choice.reason === '' || game.e === choice.reason) && (choice.result === '' || game.r[0] === choice.result);
  });
}

let page = 0;
function list() {
  const found = chosen();
  const pages = Math.max(1, Math.ceil(found.length / PER_PAGE));
  page = Math.min(Math.max(page, 0), pages - 1);
  $('pager').innerHTML = `<button data-to="0">|◀</button><button data-to="${page - 1}">◀</button><span>page ${page + 1} of ${pages}, ${found.length} games</span><button data-to="${page + 1}">▶</button><button data-to="${pages - 1}">▶|</button>`;
  $('games').innerHTML = found.slice(page * PER_PAGE, (page + 1) * PER_PAGE).map(i => {
    const game = data.games[i];
    return `<button class="card${game.r === 'Void' ? ' void' : ''}" data-game="${i}">${draw(game, plies(game), false)}<b>${game.n}</b> ${esc(data.engines[game.b])} – ${esc(data.engines[game.w])}<br>${esc(game.r)} <small>(${game.e}), ${plies(game)} moves</small></button>`;
  }).join('');
}
$('pager').addEventListener('click', event => { const to = event.target.dataset.to; if (to !== undefined) { page = +to; list(); } });
$('games').addEventListener('click', event => {
  const card = event.target.closest('.card');
  if (card) { show(+card.dataset.game, plies(data.games[+card.dataset.game])); $('viewer').scrollIntoView({block: 'nearest'}); }
});
list();
