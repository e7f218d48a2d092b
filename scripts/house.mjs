// Holds the measures of the house to their budgets, which fall and never rise.
// Run: node scripts/house.mjs [words | --lower] [--root folder]
//   words      shows the places of the measures whose names hold the words
//   --lower    lowers the budgets to what is reached
import fs from 'node:fs';
import path from 'node:path';
import { measures } from './house-measures.mjs';
import { readSource } from './house-source.mjs';

const args = process.argv.slice(2);
const rootAt = args.indexOf('--root');
const [, root = path.dirname(import.meta.dirname)] = rootAt < 0 ? [] : args.splice(rootAt, 2);
const lowers = args.includes('--lower');
const words = args.filter((arg) => arg !== '--lower').join(' ');

const file = path.join(root, 'scripts', 'house-budgets.json');
const budgets = JSON.parse(fs.readFileSync(file, 'utf8'));
const source = readSource(root);
if (source.length === 0) {
  console.error(`There is no source file below ${root}.`);
  process.exit(1);
}

const rows = Object.entries(measures).map(([name, { wanted, places, count }]) => {
  const found = places(source);
  return { name, wanted, places: found, value: count?.(source) ?? found.length, budget: budgets[name] ?? 0 };
});

for (const { name, value, budget, wanted } of rows) {
  const numbers = [value, budget, wanted].map((number) => String(number).padStart(5));
  console.log(`${numbers[0]}  budget ${numbers[1]}  wanted ${numbers[2]}  ${name}`);
}
for (const { name, places } of rows.filter((row) => words && row.name.includes(words)))
  console.log(`\n${name}:\n${places.map((place) => `  ${place}`).join('\n')}`);

if (lowers) {
  const lowered = rows.map(({ name, value, budget }) => [name, Math.min(value, budget)]);
  fs.writeFileSync(file, `${JSON.stringify(Object.fromEntries(lowered), null, 2)}\n`);
}
const over = rows.filter(({ value, budget }) => value > budget);
for (const { name, value, budget, places } of over) {
  console.error(`\n${name}: ${value}, and the budget is ${budget}. A budget is not raised: take one of these away.`);
  for (const place of places) console.error(`  ${place}`);
}
const below = rows.filter(({ value, budget }) => value < budget && !lowers);
for (const { name, value, budget } of below) console.error(`\n${name}: ${value}, below its budget of ${budget}.`);
if (below.length > 0)
  console.error('\nKeep what is reached: node scripts/house.mjs --lower, and commit scripts/house-budgets.json.');
if (over.length + below.length > 0) process.exitCode = 1;
