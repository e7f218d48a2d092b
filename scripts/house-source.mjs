// The source files that house.mjs measures, parsed once.
import fs from 'node:fs';
import path from 'node:path';
import { parseSync } from 'vite';

const folders = ['apps', 'packages', 'db', 'bench', 'scripts', 'tests'];
const isTest = (name) =>
  name.startsWith('tests/') || /\.(test|e2e)\.tsx?$|\/testing\.tsx?$|^apps\/server\/[^/]+\/examples\.ts$/.test(name);
const isMeasured = (name) => /\.(tsx?|mjs|css)$/.test(name) && !name.endsWith('.d.ts');

/**
 * The files below `root`: `{ name, text, lines, isTest, comments, nodes }`, where `nodes` are all nodes of the syntax
 * tree with their parents, and only what is no test has them.
 */
export const readSource = (root) =>
  folders
    .filter((folder) => fs.existsSync(path.join(root, folder)))
    .flatMap((folder) =>
      fs.readdirSync(path.join(root, folder), { recursive: true }).map((name) => `${folder}/${name}`),
    )
    .filter(isMeasured)
    .sort()
    .map((name) => fileOf(name, fs.readFileSync(path.join(root, name), 'utf8')));

function fileOf(name, text) {
  const file = {
    name,
    text,
    lines: text.replace(/\n$/, '').split('\n'),
    isTest: isTest(name),
    comments: [],
    nodes: [],
  };
  if (file.isTest || name.endsWith('.css')) return file;
  const { program, comments } = parseSync(name, text);
  return { ...file, comments, nodes: nodesOf(program) };
}

function nodesOf(node, parent = null, found = []) {
  found.push({ node, parent });
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value])
      if (child && typeof child.type === 'string') nodesOf(child, node, found);
  }
  return found;
}

/** `file:line` of a position in a file's text. */
export const placeOf = ({ name, text }, position) => `${name}:${text.slice(0, position).split('\n').length}`;
