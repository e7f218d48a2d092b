// Checks that every package in the lockfile has a license that we accept. Run: node scripts/licenses.mjs [root]
import fs from 'node:fs';
import path from 'node:path';

const accepted = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'OFL-1.1',
  'Unlicense',
]);

/** Packages with another license, or none in their package.json, and why we accept them all the same. */
const exceptions = [
  {
    packages: /^@img\/sharp-(libvips-|wasm32$|win32-)/,
    license: 'LGPL-3.0-or-later',
    why: 'libvips is a shared library of its own, which sharp loads and anyone can replace.',
  },
  { packages: /^argparse$/, license: 'Python-2.0', why: 'The license of Python, permissive like BSD.' },
  { packages: /^argparse$/, license: 'PSF-2.0', why: 'The license of Python, permissive like BSD.' },
  { packages: /^(humanize-number|only)$/, license: undefined, why: 'Their README says MIT; for tests only.' },
];

/** Returns whether an SPDX expression such as `(MIT OR CC0-1.0)` or `MIT AND ISC` is accepted, given what one name is. */
const isAccepted = (expression, accepts) =>
  expression
    .replace(/[()]/g, '')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every(accepts));

const root = process.argv[2] ?? path.dirname(import.meta.dirname);
const read = (file) => JSON.parse(fs.readFileSync(path.join(root, file), 'utf8'));

/** What a package says of its license: in the lockfile, else in its own file, where old ones have a list. */
const licenseOf = (folder, { license }) => {
  if (license) return license;
  const file = `${folder}/package.json`;
  const own = fs.existsSync(path.join(root, file)) ? read(file) : {};
  return own.license ?? own.licenses?.map(({ type }) => type).join(' OR ');
};

const packages = Object.entries(read('package-lock.json').packages).filter(([folder]) => folder !== '');
const refused = packages.flatMap(([folder, entry]) => {
  const name = folder.replace(/^.*node_modules\//, '');
  const license = licenseOf(folder, entry);
  const ours = exceptions.filter((one) => one.packages.test(name)).map((one) => one.license);
  const accepts = (one) => accepted.has(one) || ours.includes(one);
  return (license === undefined ? ours.includes(undefined) : isAccepted(license, accepts))
    ? []
    : [`${name}: ${license ?? 'no license'}`];
});

for (const one of refused) console.error(one);
if (refused.length > 0) {
  console.error('\nChoose a package with an accepted license (scripts/licenses.mjs).');
  process.exitCode = 1;
} else console.log(`${packages.length} packages, every license accepted`);
