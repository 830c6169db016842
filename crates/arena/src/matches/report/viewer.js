'use strict';
// Shows one game: its board, its moves, buttons and keys. The data is in the page.
const data = JSON.parse(document.getElementById('data').textContent);
const $ = id => document.getElementById(id);
const esc = text => String(text).replace(/[&<>"]/g, c => ({'&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;'}[c]));

// The parts of boards.
document.body.insertAdjacentHTML('afterbegin', `<svg width="0" height="0" aria-hidden="true" style="position:absolute">${data.boards.map(b => b.symbols).join('')}</svg>`);

// A report lists many games; a page of one game has its heading in the data.
const listed = $('games') !== null;
const spoken = word => word === 'swap-pieces' ? 'swap' : word.replace('@', ' ');
const heading = game => game.h !== undefined ? `<h1>${esc(game.h)}</h1>${esc(game.d)}`
  : `<b>Game ${game.n}: ${esc(data.engines[game.b])} (black) – ${esc(data.engines[game.w])} (white), ${esc(game.r)}</b><br>${game.e}: ${esc(game.d)}`;

// The stones after `ply` moves, the cell of the latest move, and its changes: pairs of a cell and its letter before.
function position(game, ply) {
  const stones = [...data.boards[game.g].start];
  const changes = game.c === '' ? [] : game.c.split(' ');
  const words = game.m === '' ? [] : game.m.split(' ');
  let changed = [];
  for (const change of changes.slice(0, ply)) {
    changed = [];
    for (let i = 0; i + 2 < change.length; i += 3) {
      const cell = parseInt(change.slice(i, i + 2), 36);
      changed.push([cell, stones[cell]]);
      stones[cell] = change[i + 2];
    }
  }
  const word = ply > 0 ? words[ply - 1] || '' : '';
  return {stones, changed, last: data.boards[game.g].names.indexOf(word.replace(/^.*@/, '').toUpperCase())};
}

function draw(game, ply, large) {
  const b = data.boards[game.g];
  const {stones, changed, last} = position(game, ply);
  const put = (kind, name, cell) => `<use class="${kind}" href="#b${game.g}-${name}" x="${b.cells[cell][0]}" y="${b.cells[cell][1]}"/>`;
  let out = `<svg viewBox="${b.view.join(' ')}" role="img" aria-label="after ${ply} moves" data-ply="${ply}" font-family="DejaVu Sans, Verdana, sans-serif" fill="#222222">${b.board}`;
  const swapped = last < 0;
  changed.forEach(([cell, before]) => { if (stones[cell] === '.') out += put('mark', `ghost-${b.stones[before]}`, cell); });
  stones.forEach((letter, cell) => { if (letter !== '.') out += put(`stone ${b.stones[letter]}`, `stone-${b.stones[letter]}`, cell); });
  changed.forEach(([cell]) => { if (stones[cell] !== '.') out += put('mark', cell === last || swapped ? 'ring-whole' : 'ring-broken', cell); });
  if (large) b.cells.forEach(([x, y], i) => { out += `<circle cx="${x}" cy="${y}" r="${b.stone}" fill="none" pointer-events="all"><title>${b.names[i]}</title></circle>`; });
  return out + '</svg>';
}

const plies = game => game.m === '' ? 0 : game.m.split(' ').length;
const mover = (game, ply) => (ply + game.f) % 2 === 0 ? game.b : game.w;

// The view of one game. Its number and ply are in the address, so that a position can be linked.
let shown = null;
function show(index, ply) {
  const game = data.games[index];
  if (!game) return;
  ply = Math.min(Math.max(ply, 0), plies(game));
  const words = game.m === '' ? [] : game.m.split(' ');
  const times = game.t.split(' ');
  const fresh = !shown || shown.index !== index;
  shown = {index, ply};
  const viewer = $('viewer');
  viewer.hidden = false;
  if (fresh) {
    const b = data.boards[game.g];
    viewer.innerHTML = `<div class="picture"></div><div>${heading(game)}<br><small>${esc(b.title)}</small><div class="steps"><button data-step="-1e9" aria-label="first">|◀</button><button data-step="-1" aria-label="back">◀</button><button data-step="1" aria-label="on">▶</button><button data-step="1e9" aria-label="last">▶|</button>${listed ? ' <button data-close>close</button>' : ''}</div><input type="range" min="0" max="${words.length}" aria-label="move"><p class="state" aria-live="polite"></p><div class="moves">${words.map((word, i) => `<span data-ply="${i + 1}"${i < game.o ? ' class="opening"' : ''}>${i + 1}. ${esc(spoken(word))}</span>`).join(' ')}</div>${game.x ? `<pre>${esc(game.x)}</pre>` : ''}</div>`;
  }
  viewer.querySelector('.picture').innerHTML = draw(game, ply, true);
  viewer.querySelector('input').value = ply;
  const time = !listed ? '' : ply > game.o ? `, ${(times[ply - 1] / 1000).toFixed(3)} s` : ply > 0 ? ', opening' : '';
  viewer.querySelector('.state').textContent = ply === 0 ? 'start' : `move ${ply} of ${words.length}: ${data.engines[mover(game, ply - 1)]}: ${spoken(words[ply - 1])}${time}`;
  viewer.querySelectorAll('.now').forEach(span => span.classList.remove('now'));
  const now = viewer.querySelector(`.moves [data-ply="${ply}"]`);
  if (now) { now.classList.add('now'); now.parentNode.scrollTop = now.offsetTop - now.parentNode.offsetTop - 120; }
  history.replaceState(null, '', `#game=${index}&ply=${ply}`);
}
$('viewer').addEventListener('click', event => {
  const {step, ply} = event.target.dataset;
  if (step !== undefined) show(shown.index, shown.ply + +step);
  else if (ply !== undefined) show(shown.index, +ply);
  else if ('close' in event.target.dataset) { $('viewer').hidden = true; shown = null; history.replaceState(null, '', '#'); }
});
$('viewer').addEventListener('input', event => { if (event.target.type === 'range') show(shown.index, +event.target.value); });
document.addEventListener('keydown', event => {
  if (!shown || /^(INPUT|SELECT)$/.test(event.target.tagName)) return;
  const step = {ArrowLeft: -1, ArrowRight: 1, Home: -1e9, End: 1e9}[event.key];
  if (step) { show(shown.index, shown.ply + step); event.preventDefault(); }
});
function follow() {
  const found = /^#game=(\d+)&ply=(\d+)$/.exec(location.hash);
  if (found) show(+found[1], +found[2]);
}
window.addEventListener('hashchange', follow);
if (!listed) show(0, 0);
follow();
