'use strict';
(() => {
  const data = JSON.parse(document.getElementById('data').textContent);
  const PER_PAGE = 24;
  const $ = id => document.getElementById(id);
  const esc = text => String(text).replace(/[&<>"]/g, c => ({'&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;'}[c]));

  // The stones after `ply` moves, and the cell of the latest move.
  function position(game, ply) {
    const stones = [...data.boards[game.g].start];
    const changes = game.c === '' ? [] : game.c.split(' ');
    const words = game.m === '' ? [] : game.m.split(' ');
    for (const change of changes.slice(0, ply))
      for (let i = 0; i + 2 < change.length; i += 3) stones[parseInt(change.slice(i, i + 2), 36)] = change[i + 2];
    const word = ply > 0 ? words[ply - 1] || '' : '';
    return {stones, last: data.boards[game.g].names.indexOf(word.replace(/^.*@/, '').toUpperCase())};
  }

  // Every kind has a mark of its own besides its colour.
  function stone(letter, x, y, r) {
    const circle = (fill, stroke) => `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}" stroke="${stroke}" stroke-width=".04"/>`;
    const h = r * .4;
    switch (letter) {
      case 'x': return circle('#1c1c1c', '#000');
      case 'o': return circle('#fdfdfd', '#222');
      case 'r': return circle('#d55e00', '#222') + `<rect x="${x - h}" y="${y - h}" width="${2 * h}" height="${2 * h}" fill="#fdfdfd"/>`;
      case '#': return circle('#1c1c1c', '#000') + `<path d="M${x - h} ${y - h}L${x + h} ${y + h}M${x + h} ${y - h}L${x - h} ${y + h}" stroke="#fdfdfd" stroke-width=".1"/>`;
      case '%': return `<rect x="${x - r}" y="${y - r}" width="${2 * r}" height="${2 * r}" fill="#777" stroke="#222" stroke-width=".04"/>`;
      default: return '';
    }
  }

  function draw(game, ply, large) {
    const b = data.boards[game.g];
    const {stones, last} = position(game, ply);
    let out = `<svg viewBox="${b.view.join(' ')}" role="img" data-ply="${ply}">`;
    if (b.ring) out += `<circle r="${b.ring}" fill="none" stroke="#6b4f2a" stroke-width=".06"/>`;
    if (b.lines.length) {
      const path = b.lines.map(([i, j]) => `M${b.cells[i].join(' ')}L${b.cells[j].join(' ')}`).join('');
      out += `<rect x="${b.view[0]}" y="${b.view[1]}" width="${b.view[2]}" height="${b.view[3]}" fill="#f0d9a8"/><path d="${path}" stroke="#6b4f2a" stroke-width=".035" fill="none"/>`;
    }
    b.cells.forEach(([x, y], i) => {
      if (b.outline.length) out += `<polygon points="${b.outline.map(([dx, dy]) => `${x + dx},${y + dy}`).join(' ')}" fill="#f0d9a8" stroke="#6b4f2a" stroke-width=".04"/>`;
      else if (b.ring || (!b.lines.length)) out += `<circle cx="${x}" cy="${y}" r="${b.stone}" fill="#f0d9a8" stroke="#6b4f2a" stroke-width=".04"/>`;
      const letter = stones[i];
      if (letter !== '.') out += `<g class="stone">${large ? `<title>${b.names[i]}</title>` : ''}${stone(letter, x, y, b.stone)}</g>`;
      else if (large) out += `<circle cx="${x}" cy="${y}" r="${b.stone}" fill="transparent"><title>${b.names[i]}</title></circle>`;
    });
    if (last >= 0) out += `<circle class="last" cx="${b.cells[last][0]}" cy="${b.cells[last][1]}" r="${b.stone + .02}" fill="none" stroke="#0072b2" stroke-width=".1"/>`;
    if (large) for (const [x, y, text] of b.labels) out += `<text x="${x}" y="${y + .12}" font-size=".36" text-anchor="middle" fill="#6b5a36">${text}</text>`;
    return out + '</svg>';
  }

  const plies = game => game.m === '' ? 0 : game.m.split(' ').length;
  const mover = (game, ply) => (ply + game.f) % 2 === 0 ? game.b : game.w;

  // Choosing games.
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

  // Looking at one game. Its number and ply stand in the address, so that a position can be passed on.
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
      viewer.innerHTML = `<div class="picture"></div><div><b>Game ${game.n}: ${esc(data.engines[game.b])} (black) – ${esc(data.engines[game.w])} (white), ${esc(game.r)}</b><br>${game.e}: ${esc(game.d)}<br><small>${esc(b.title)}</small><div class="steps"><button data-step="-1e9">|◀</button><button data-step="-1">◀</button><button data-step="1">▶</button><button data-step="1e9">▶|</button> <button data-close>close</button></div><input type="range" min="0" max="${words.length}" aria-label="move"><p class="state"></p><div class="moves">${words.map((word, i) => `<span data-ply="${i + 1}"${i < game.o ? ' class="opening"' : ''}>${i + 1}. ${esc(word)}</span>`).join(' ')}</div>${game.x ? `<pre>${esc(game.x)}</pre>` : ''}</div>`;
    }
    viewer.querySelector('.picture').innerHTML = draw(game, ply, true);
    viewer.querySelector('input').value = ply;
    const time = ply > game.o ? `, ${(times[ply - 1] / 1000).toFixed(3)} s` : ply > 0 ? ', opening' : '';
    viewer.querySelector('.state').textContent = ply === 0 ? 'start' : `move ${ply} of ${words.length}: ${data.engines[mover(game, ply - 1)]} ${words[ply - 1]}${time}`;
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
  list();
  follow();
})();
