// What house.mjs measures. Each measure answers the places where it stands: `file:line`, or lines of prose.
import path from 'node:path';
import { repeatedPassages } from './house-passages.mjs';
import { placeOf } from './house-source.mjs';

const under = (folder) => (file) => file.name.startsWith(folder) && !file.isTest;
const nodesWhere = (files, matches) =>
  files.flatMap((file) =>
    file.nodes.filter(({ node, parent }) => matches(node, parent)).map(({ node }) => placeOf(file, node.start)),
  );

const isNever = (node) => node.type === 'TSAsExpression' && node.typeAnnotation.type === 'TSNeverKeyword';
const isSqlTrue = (node) =>
  node?.type === 'TaggedTemplateExpression' && node.tag.name === 'sql' && node.quasi.quasis[0].value.raw === 'true';
const isFunction = ({ type, body }) =>
  /^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(type) && Boolean(body);
/** What is handed to a call has the arguments that the caller of it gives. */
const isHandedOver = (node, parent) => /^(Call|New)Expression$/.test(parent?.type) && parent.arguments.includes(node);
const parametersOf = ({ params }) => params.filter(({ name }) => name !== 'this').length;

/** Rules by number, as specifications have them which are not in the repository. */
const cited = /\bR\d{1,3}\b|(?<![\w-])[A-Z]{2}-\d{1,3}\b|\b(?:security|screens|ux) \d+\b/;

/** Files that hold a regular expression, and the places of all its matches. */
const filesWith = (files, pattern) =>
  files
    .filter(({ text }) => new RegExp(pattern.source, pattern.flags.replace('g', '')).test(text))
    .map(({ name }) => name);
const matchesOf = (files, pattern) =>
  files.flatMap((file) => [...file.text.matchAll(pattern)].map(({ index }) => placeOf(file, index)));
const styles = (files) => files.filter(({ name }) => name.startsWith('apps/web/') && name.endsWith('.css'));

/** The columns of the database that hold JSON, by the generated types. */
const jsonColumns = (files) => {
  const schema = files.find(({ name }) => name === 'apps/server/kit/schema.ts')?.text ?? '';
  return new Set([...schema.matchAll(/^ {4}(\w+): .*\b(?:unknown|Json)\b/gm)].map(([, column]) => column));
};
/** The column that a cast reads, as in `row.answers as Answers` or `(answers ?? {}) as Answers`; null if none. */
const castColumn = ({ type, expression }) => {
  if (type !== 'TSAsExpression') return null;
  const inner = expression.type === 'ParenthesizedExpression' ? expression.expression : expression;
  const read = inner.type === 'LogicalExpression' ? inner.left : inner;
  const last = read.type === 'ChainExpression' ? read.expression : read;
  return last.name ?? last.property?.name ?? null;
};

/** Ends of type names that are participles: `Shown`, `Sent`, `ResponseNamed`. */
const participle = /(?:[a-z]ed|own|ent|ept|old|ound|aken|iven|orn|ritten|nown|ought|ade|eft|ead|ut|eld|awn)$/;
const notParticiples =
  /(?:Event|Comment|Content|Component|Document|Element|Agent|Parent|Intent|Moment|Thread|Input|Output|Layout|Field|Put|Need|Seed|Speed|Feed|Breadcrumb|Client|Head|Read)$/;
const isParticipleType = ({ type, id }) =>
  /^TS(TypeAlias|Interface)Declaration$/.test(type) && participle.test(id.name) && !notParticiples.test(id.name);

/** Where the lists stand that a new resource is added to. */
const central =
  /^(apps\/server\/(access|organizations|history|http|forms)|apps\/web\/(app|access)|packages\/contract)\/[^/]+$|^db\/tables|^tests\/(conformance|history)\/(?!.*\.test\.)/;

/** In the order in which they are shown; `wanted` is where the house is to get. */
export const measures = {
  'as never in server source': {
    wanted: 10,
    places: (files) => nodesWhere(files.filter(under('apps/server/')), isNever),
  },
  'pairs of files in apps/web that share a passage of 6 like lines': {
    wanted: 110,
    places: (files) => repeatedPassages(files.filter(under('apps/web/'))),
  },
  'files of web/kit that import a resource': {
    wanted: 0,
    places: (files) =>
      files.filter(under('apps/web/kit/')).flatMap((file) => {
        const found = importsOf(file).find(({ source }) => source.startsWith('#contract/resources/'));
        return found ? [placeOf(file, found.start)] : [];
      }),
  },
  'lines of web/kit': {
    wanted: 1300,
    count: (files) => files.filter(under('apps/web/kit/')).reduce((sum, { lines }) => sum + lines.length, 0),
    places: (files) => files.filter(under('apps/web/kit/')).map(({ name, lines }) => `${name}: ${lines.length} lines`),
  },
  'useQuery by hand in apps/web': {
    wanted: 5,
    places: (files) =>
      nodesWhere(
        files.filter(under('apps/web/')),
        (node) => node.type === 'CallExpression' && /^use(Infinite)?Query$/.test(node.callee.name),
      ),
  },
  '`?? sql true` and `eb as never` in server source': {
    wanted: 0,
    places: (files) =>
      nodesWhere(
        files.filter(under('apps/server/')),
        (node) =>
          (node.type === 'LogicalExpression' && node.operator === '??' && isSqlTrue(node.right)) ||
          (isNever(node) && node.expression.name === 'eb'),
      ),
  },
  'comments that cite rules which are not here': {
    wanted: 0,
    places: (files) =>
      files.flatMap((file) =>
        file.comments.filter(({ value }) => cited.test(value)).map(({ start }) => placeOf(file, start)),
      ),
  },
  'functions with more than three arguments': {
    wanted: 10,
    places: (files) =>
      nodesWhere(files, (node, parent) => isFunction(node) && !isHandedOver(node, parent) && parametersOf(node) > 3),
  },
  'files over 300 lines that do not say why': {
    wanted: 0,
    places: (files) =>
      files
        .filter(({ lines, isTest }) => !isTest && lines.length > 300 && !/Over 300 lines|Written by/.test(lines[0]))
        .map(({ name, lines }) => `${name}: ${lines.length} lines`),
  },
  'circles of imports, types included': { wanted: 0, places: circles },
  'casts of JSON that the database holds': {
    wanted: 10,
    places: (files) => {
      const columns = jsonColumns(files);
      return nodesWhere(files.filter(under('apps/server/')), (node) => columns.has(castColumn(node)));
    },
  },
  'Kysely conditions on the organization written by hand': {
    wanted: 30,
    places: (files) => matchesOf(files.filter(under('apps/server/')), /where\(\s*'(\w+\.)?organization_id', '='/g),
  },
  // Raw SQL names it by hand: nothing says where in it the condition would stand, and tests judge what is sent.
  'conditions on the organization in raw SQL': {
    wanted: 168,
    places: (files) => matchesOf(files.filter(under('apps/server/')), /\borganization_id = \$\{/g),
  },
  'files that name a person’s middle name': {
    wanted: 8,
    places: (files) =>
      filesWith(
        files.filter(
          ({ name, isTest }) => !isTest && /^(apps|packages)\//.test(name) && !/schema\.ts$|gallery/.test(name),
        ),
        /middle_name/,
      ),
  },
  'files that write responses': {
    wanted: 2,
    places: (files) =>
      filesWith(
        files.filter(under('apps/server/')),
        /(insertInto|updateTable|deleteFrom)\('responses'|(insert into|update|delete from) responses\b/,
      ),
  },
  'kinds of jobs declared apart from their module': {
    wanted: 0,
    places: (files) => matchesOf(files.filter(under('apps/server/')), /declare module '[.#]/g),
  },
  'folders of the server that hold notifications': {
    wanted: 2,
    places: (files) => [
      ...new Set(
        files
          .filter(under('apps/server/'))
          .filter(({ name }) => /notif|\bnotices/.test(name))
          .map(({ name }) => name.split('/').slice(0, 3).join('/')),
      ),
    ],
  },
  'central lists that name a plain resource': {
    wanted: 5,
    places: (files) =>
      filesWith(
        files.filter(({ name }) => central.test(name)),
        /\bsequences\b|'Sequence'/,
      ),
  },
  'lines of tests/conformance/examples.ts': {
    wanted: 150,
    count: (files) => files.find(({ name }) => name === 'tests/conformance/examples.ts')?.lines.length ?? 0,
    places: () => [],
  },
  'branches on the type of a report': {
    wanted: 5,
    places: (files) =>
      matchesOf(
        files.filter(({ isTest }) => !isTest),
        /report_type [!=]==/g,
      ),
  },
  'types named by a participle': { wanted: 40, places: (files) => nodesWhere(files, isParticipleType) },
  'literal pixels in spacing': {
    wanted: 150,
    places: (files) => matchesOf(styles(files), /(?<=^\s*(?:padding|margin|gap|row-gap|column-gap)[\w-]*:.*)\b\d+px/gm),
  },
  'breakpoints written as 699px': { wanted: 1, places: (files) => matchesOf(styles(files), /699px/g) },
  'times measured in unit and server tests': {
    wanted: 0,
    places: (files) =>
      files
        .filter(({ name }) => name.endsWith('.test.ts'))
        .flatMap((file) =>
          [...file.text.matchAll(/performance\.now\(\) - /g)].map(({ index }) => placeOf(file, index)),
        ),
  },
};

function importsOf(file) {
  return file.nodes
    .filter(({ node }) => /^(Import|ExportNamed|ExportAll)Declaration$/.test(node.type) && node.source)
    .map(({ node }) => ({ source: node.source.value, start: node.start }));
}

const roots = {
  '#client/': 'packages/client/',
  '#contract/': 'packages/contract/',
  '#forms/': 'packages/forms/',
  '#reports/': 'packages/reports/',
  '#server/': 'apps/server/',
};
Object.assign(roots, { '#web/': 'apps/web/', '#db/': 'db/', '#tests/': 'tests/' });

function resolve(file, source) {
  if (source.startsWith('.')) return path.posix.join(path.posix.dirname(file.name), source);
  const alias = source.slice(0, source.indexOf('/') + 1);
  return roots[alias] ? source.replace(alias, roots[alias]) : null;
}

/** The groups of files of which each reaches every other by imports (Tarjan's strongly connected components). */
function circles(files) {
  const imports = new Map(files.map((file) => [file.name, importsOf(file).map(({ source }) => resolve(file, source))]));
  const order = new Map();
  const lowest = new Map();
  const stack = [];
  const found = [];
  const visit = (name) => {
    order.set(name, order.size);
    lowest.set(name, order.get(name));
    stack.push(name);
    for (const next of imports.get(name)) {
      if (!imports.has(next)) continue;
      if (!order.has(next)) visit(next);
      if (stack.includes(next)) lowest.set(name, Math.min(lowest.get(name), lowest.get(next)));
    }
    if (lowest.get(name) !== order.get(name)) return;
    const group = stack.splice(stack.indexOf(name));
    if (group.length > 1) found.push(group.sort().join(' ↔ '));
  };
  for (const name of imports.keys()) if (!order.has(name)) visit(name);
  return found;
}
