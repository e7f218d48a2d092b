// Checks the import rules of .dependency-cruiser.mjs over every source file. Run: node scripts/imports.mjs [root]
import fs from 'node:fs';
import { registerHooks } from 'node:module';
import path from 'node:path';
import rules from '../.dependency-cruiser.mjs';

// dependency-cruiser finds no module at all with the compiler of TypeScript 7: it gets one that it understands.
registerHooks({
  resolve: (specifier, context, next) => next(specifier.replace(/^typescript(?=$|\/)/, 'typescript-5'), context),
});
const { cruise } = await import('dependency-cruiser');

process.chdir(process.argv[2] ?? path.dirname(import.meta.dirname));
const folders = ['apps', 'packages', 'db', 'tests', 'bench'].filter((folder) => fs.existsSync(folder));
const sources = folders.flatMap((folder) =>
  fs
    .readdirSync(folder, { recursive: true })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => path.join(folder, name)),
);

const { output } = await cruise(folders, { ...rules.options, ruleSet: { forbidden: rules.forbidden }, validate: true });
const seen = new Set(output.modules.map(({ source }) => source));
const missed = sources.filter((source) => !seen.has(source));

for (const { rule, from, to } of output.summary.violations)
  console.error(`${from} must not import ${to} (${rule.name})`);
if (missed.length > 0)
  console.error(`${missed.length} of ${sources.length} source files were not looked at: ${missed[0]}`);
if (sources.length === 0) console.error('There is no source file to look at.');
if (output.summary.violations.length + missed.length > 0 || sources.length === 0) process.exit(1);

// Entry points: the product, threads and processes, tests, benches and declarations. Another file must import the rest.
const begins = /(^|\/)main\.tsx?$|-apart\.ts$|\.d\.ts$|\.(test|e2e)\.tsx?$|^(bench|tests)\//;
const imported = new Set(output.modules.flatMap(({ dependencies }) => dependencies.map(({ resolved }) => resolved)));
const left = sources.filter((source) => !imported.has(source) && !begins.test(source));
for (const source of left) console.error(`${source} is imported by no other file: remove it`);
if (left.length > 0) process.exit(1);
console.log(`${sources.length} source files, every import allowed`);
