#include "ui/figure/html_page.h"

namespace headlight {

QByteArray htmlStyle()
{
    return R"css(:root { color-scheme: light dark; font: 15px/1.4 Inter, sans-serif; }
body { margin: 16px; }
h1 { font-size: 1.25rem; margin: 0 0 8px; }
main { display: grid; grid-template-columns: repeat(var(--columns), minmax(0, 1fr)); gap: 8px;
       max-width: min(100%, calc(var(--columns) * 480px)); }
figure { margin: 0; }
figcaption { font-size: .8rem; white-space: nowrap; overflow: hidden; min-height: 1.2em; }
canvas { width: 100%; height: auto; image-rendering: pixelated; cursor: crosshair; display: block; }
canvas:focus { outline: 2px solid #e2570c; outline-offset: 1px; }
output { position: sticky; bottom: 0; display: block; min-height: 1.4em; padding: 8px 0;
         background: Canvas; font-variant-numeric: tabular-nums; }
#table { overflow: auto; max-height: 80vh; }
table { border-collapse: collapse; font-size: .8rem; font-variant-numeric: tabular-nums; }
th, td { padding: 2px 6px; text-align: right; white-space: nowrap; }
thead th, tbody th { position: sticky; background: Canvas; }
thead th { top: 0; } tbody th { left: 0; }
)css";
}

QByteArray htmlScript()
{
    return R"js('use strict';
const data = JSON.parse(document.getElementById('data').textContent);
const output = document.getElementById('cell');
const which = document.getElementById('which');
const numbers = document.getElementById('numbers');
const special = { 65533: -Infinity, 65534: Infinity, 65535: NaN };
const marks = color => [1, 3, 5].map(i => parseInt(color.slice(i, i + 2), 16));
const palettes = Object.fromEntries(Object.entries(data.palettes).map(([name, hex]) =>
  [name, Array.from({ length: 256 }, (_, i) => marks('#' + hex.slice(6 * i, 6 * i + 6)))]));

async function unpack(panel) {
  const image = new Image();
  image.src = 'data:image/png;base64,' + panel.steps;
  await image.decode();
  const canvas = new OffscreenCanvas(2 * panel.columns, panel.rows);
  const context = canvas.getContext('2d', { willReadFrequently: true });
  context.drawImage(image, 0, 0);
  const bytes = context.getImageData(0, 0, canvas.width, canvas.height).data;
  const at = (row, column) => bytes[4 * (row * canvas.width + column)];
  panel.values = Array.from({ length: panel.rows }, (_, r) =>
    Array.from({ length: panel.columns }, (_, c) => {
      const step = 256 * at(r, c) + at(r, panel.columns + c);
      return step in special ? special[step] : (panel.first + step) / panel.perUnit;
    }));
}

function share(value, low, high, bend) {
  if (!(high > low)) return 0.5;
  const inside = Math.min(Math.max(value, low), high);
  if (bend === 'log') return Math.log(inside / low) / Math.log(high / low);
  const straight = (inside - low) / (high - low);
  return bend === 'sqrt' ? Math.sqrt(straight) : straight;
}

function color(panel, value, unit) {
  if (Number.isNaN(value)) return marks('#d6299a');
  if (!Number.isFinite(value)) return marks(value > 0 ? '#9aa0a8' : '#c9ccd1');
  const place = share(value, panel.low * unit, panel.high * unit, panel.bend);
  return palettes[panel.map][Math.floor(place * 255 + 0.5 + 1e-9)];
}

function hatch(context, panel, side) {
  context.lineWidth = side / 8;
  panel.values.forEach((row, r) => row.forEach((value, c) => {
    if (Number.isFinite(value)) return;
    const [left, right, top, bottom] = [c * side, (c + 1) * side, r * side, (r + 1) * side];
    context.strokeStyle = Number.isNaN(value) ? '#ffffff' : value > 0 ? '#3f444c' : '#6c727c';
    context.beginPath();
    if (!(value > 0)) { context.moveTo(left, bottom); context.lineTo(right, top); }
    if (!(value < 0)) { context.moveTo(left, top); context.lineTo(right, bottom); }
    context.stroke();
  }));
}

// Cells that hold no finite number are hatched, and their maps enlarged to have room for it.
function draw(canvas, panel) {
  const whole = panel.values.every(row => row.every(Number.isFinite));
  const room = Math.floor(2048 / Math.max(panel.rows, panel.columns));
  const side = whole ? 1 : Math.min(16, Math.max(1, room));
  canvas.width = side * panel.columns;
  canvas.height = side * panel.rows;
  const cells = new OffscreenCanvas(panel.columns, panel.rows);
  paint(cells.getContext('2d'), panel);
  const context = canvas.getContext('2d');
  context.imageSmoothingEnabled = false;
  context.drawImage(cells, 0, 0, canvas.width, canvas.height);
  if (side > 4) hatch(context, panel, side);
}

function paint(context, panel) {
  const image = context.createImageData(panel.columns, panel.rows);
  panel.values.forEach((row, r) => {
    const unit = panel.perRow ? Math.max(0, ...row.filter(Number.isFinite)) : 1;
    row.forEach((value, c) =>
      image.data.set([...color(panel, value, unit), 255], 4 * (r * panel.columns + c)));
  });
  context.putImageData(image, 0, 0);
}

const printed = value => Number.isNaN(value) ? 'NaN'
  : Number.isFinite(value) ? value.toFixed(data.digits).replace('-', '\u2212')
  : value > 0 ? '\u221e' : '\u2212\u221e';
const rowName = r => data.rowLabels[r] ?? String(r + 1);
const columnName = c => data.columnLabels[c] ?? String(c + 1);

function read(canvas, panel, row, column) {
  panel.cell = [row, column];
  output.textContent = (panel.title ? panel.title + ': ' : '')
    + `${rowName(row)} \u2192 ${columnName(column)}: ${printed(panel.values[row][column])}`;
  canvas.title = output.textContent;
}

function listen(canvas, panel) {
  const clamp = (value, count) => Math.min(Math.max(value, 0), count - 1);
  canvas.addEventListener('pointermove', event => {
    const box = canvas.getBoundingClientRect();
    read(canvas, panel,
      clamp(Math.floor((event.clientY - box.top) / box.height * panel.rows), panel.rows),
      clamp(Math.floor((event.clientX - box.left) / box.width * panel.columns), panel.columns));
  });
  canvas.addEventListener('focus', () => read(canvas, panel, ...(panel.cell ?? [0, 0])));
  canvas.addEventListener('keydown', event => {
    const step = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1],
                   ArrowRight: [0, 1] }[event.key];
    if (!step) return;
    event.preventDefault();
    const [row, column] = panel.cell ?? [0, 0];
    read(canvas, panel, clamp(row + step[0], panel.rows), clamp(column + step[1], panel.columns));
  });
}

function element(name, text, scope) {
  const made = document.createElement(name);
  made.textContent = text;
  if (scope) made.scope = scope;
  return made;
}

function showTable() {
  if (!numbers.open) return;
  const panel = data.panels[which.value];
  const table = document.createElement('table');
  table.createCaption().textContent = panel.title;
  const head = table.createTHead().insertRow();
  head.append(element('td', ''));
  for (let c = 0; c < panel.columns; ++c) head.append(element('th', columnName(c), 'col'));
  const body = table.createTBody();
  panel.values.forEach((row, r) => {
    const line = body.insertRow();
    line.append(element('th', rowName(r), 'row'), ...row.map(v => element('td', printed(v))));
  });
  document.getElementById('table').replaceChildren(table);
}

async function start() {
  for (const canvas of document.querySelectorAll('canvas')) {
    const panel = data.panels[canvas.dataset.panel];
    await unpack(panel);
    draw(canvas, panel);
    listen(canvas, panel);
  }
  data.panels.forEach((panel, i) => which.add(new Option(panel.title || document.title, i)));
  which.addEventListener('change', showTable);
  numbers.addEventListener('toggle', showTable);
  showTable();
  document.body.dataset.ready = 'yes';
}
start();
)js";
}

} // namespace headlight
