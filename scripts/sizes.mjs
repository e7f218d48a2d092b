// Fails when the built web application has grown too big to load. Run after a build: node scripts/sizes.mjs [folder]
import fs from 'node:fs';
import path from 'node:path';

/** In kB as the server sends them. With fonts, the page and its calls the first load may be 300 (first-load.e2e.ts). */
const limits = { first: 250, later: 80 };
/** All that the page of a public form may load, whatever the form asks: people open it on a phone, once. */
const maxForVisitors = 160;
/** Big libraries that only the screens which use them load. */
const bigOnPurpose = /^(editor|charts|map)(-|$)/;

const folder = process.argv[2] ?? path.join(import.meta.dirname, '..', 'dist', 'web');
const manifest = JSON.parse(fs.readFileSync(path.join(folder, '.vite', 'manifest.json'), 'utf8'));
const isScript = ({ file }) => file.endsWith('.js');
/** What is sent of a file: its compressed form, where the build made one. */
const sizeOf = (file) => {
  const sent = [`${file}.br`, file].map((name) => path.join(folder, name)).find((name) => fs.existsSync(name));
  return fs.statSync(sent).size / 1000;
};
const nameOf = ({ name, file }) => name ?? path.basename(file);

/** The chunks that a browser loads before the first screen: the entry and what it imports, and so on. */
function loadedWith(key, found = new Set()) {
  if (found.has(key)) return found;
  found.add(key);
  for (const imported of manifest[key].imports ?? []) loadedWith(imported, found);
  return found;
}

/** The scripts of the page of public forms, those that it loads later as well. Of its languages a visitor reads one. */
function visitorsSize() {
  const file = path.join(folder, '.vite', 'visitors.json');
  if (!fs.existsSync(file)) return 0;
  const chunks = Object.entries(JSON.parse(fs.readFileSync(file, 'utf8'))).filter(([, chunk]) => isScript(chunk));
  const isLanguage = ([source]) => /^visitors\/words\//.test(source);
  const sizes = (some) => some.map(([, chunk]) => sizeOf(chunk.file));
  const page = sizes(chunks.filter((chunk) => !isLanguage(chunk))).reduce((sum, size) => sum + size, 0);
  return page + Math.max(0, ...sizes(chunks.filter(isLanguage)));
}

const entry = Object.keys(manifest).find((key) => manifest[key].isEntry);
if (!entry) {
  console.error(`The build in ${folder} has no entry.`);
  process.exit(1);
}
const firstKeys = loadedWith(entry);
const firstFiles = new Set([...firstKeys].flatMap((key) => [manifest[key].file, ...(manifest[key].css ?? [])]));
const first = [...firstFiles].reduce((sum, file) => sum + sizeOf(file), 0);
const later = Object.keys(manifest)
  .filter((key) => !firstKeys.has(key) && isScript(manifest[key]) && !bigOnPurpose.test(nameOf(manifest[key])))
  .map((key) => ({ name: nameOf(manifest[key]), kilobytes: sizeOf(manifest[key].file) }))
  .sort((a, b) => b.kilobytes - a.kilobytes);

const tooBig = later.filter(({ kilobytes }) => kilobytes > limits.later);
for (const { name, kilobytes } of tooBig) {
  console.error(`The chunk ${name} is ${kilobytes.toFixed(0)} kB compressed; a route may have ${limits.later}.`);
}
if (first > limits.first)
  console.error(`The first load is ${first.toFixed(0)} kB compressed; it may have ${limits.first}.`);
const visitors = visitorsSize();
if (visitors > maxForVisitors)
  console.error(`The page of public forms is ${visitors.toFixed(0)} kB of scripts; it may have ${maxForVisitors}.`);
if (tooBig.length > 0 || first > limits.first || visitors > maxForVisitors) process.exit(1);
console.log(
  `first load ${first.toFixed(0)} kB, biggest route ${(later[0]?.kilobytes ?? 0).toFixed(0)} kB, public forms ${visitors.toFixed(0)} kB of scripts (compressed)`,
);
