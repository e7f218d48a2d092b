// Who may import what, as ARCHITECTURE.md tells it. `scripts/imports.mjs` checks it.
const pure = 'packages/(calculations|forms|reports)/';
const ours = '^(apps|bench|db|packages|scripts|tests)/';
const tests = '(\\.test\\.tsx?$|/testing\\.ts$)';

/** What each part may import of ours, besides itself. `$1` is the feature's own name. */
const allowed = {
  'packages/calculations/': [],
  'packages/forms/': ['packages/calculations/'],
  'packages/reports/': ['packages/forms/'],
  'packages/contract/kit/': ['packages/contract/[^/]+\\.ts$', 'packages/forms/clean-text\\.ts$'],
  'packages/contract/(?!kit/)': ['packages/contract/', pure],
  // Of the contract, what routes are; not how the product reads them.
  'packages/client/': ['packages/contract/'],
  'apps/server/kit/': ['packages/contract/(?!resources/)', 'packages/forms/transfer/cell\\.ts$'],
  'apps/server/host/': ['apps/server/kit/', 'db/tables\\.ts$'],
  'apps/server/access/': ['apps/server/(kit|host)/', 'packages/contract/', pure],
  'apps/server/forms/': ['apps/server/(kit|access)/', 'packages/contract/', pure],
  'apps/server/people/': ['apps/server/(kit|access|forms|trees)/', 'packages/contract/', pure],
  'apps/server/trees/': ['apps/server/(kit|access)/', 'packages/contract/', pure],
  'apps/server/notifying/': ['apps/server/(kit|access|forms)/', 'packages/contract/', pure],
  'apps/server/referring/': ['apps/server/(kit|access|forms)/', 'packages/contract/', pure],
  'apps/server/life-cycle/': ['apps/server/(kit|access)/', 'packages/contract/', pure, 'db/tables\\.ts$'],
  'apps/server/imports/': ['apps/server/(kit|access|forms|people)/', 'packages/contract/', pure],
  'apps/server/reports/': ['apps/server/(kit|access|forms)/', 'packages/contract/', pure],
  'apps/server/record-files/': ['apps/server/(kit|access|forms|people)/', 'packages/contract/', pure],
  'apps/server/retention/': ['apps/server/(kit|access)/', 'packages/contract/', pure],
  'apps/server/rollback/': ['apps/server/(kit|access|forms|people|reports|imports)/', 'packages/contract/', pure],
  'apps/server/features/([^/]+)/': [
    'apps/server/features/$1/',
    'apps/server/(kit|access|forms|people|trees|notifying|reports|imports|life-cycle|record-files|referring|retention|rollback)/',
    'packages/contract/',
    pure,
  ],
  'apps/server/jobs/': [
    'apps/server/(kit|access|forms|people|trees|notifying|reports|imports|life-cycle|record-files|referring|retention|rollback)/',
    'packages/contract/',
    pure,
  ],
  'apps/server/http/': [
    'apps/server/(kit|access|forms|people|trees|notifying|reports|imports|life-cycle|record-files|referring|retention|rollback|features)/',
    'packages/contract/',
    pure,
  ],
  'apps/web/ui/': [],
  'apps/web/parts/': ['apps/web/ui/', 'packages/contract/(?!resources/)'],
  'apps/web/kit/': ['apps/web/(parts|ui)/', 'packages/contract/(?!resources/)'],
  'apps/web/access/': ['apps/web/(kit|parts|ui)/', 'packages/contract/'],
  'apps/web/screens/': ['apps/web/(access|kit|parts|ui)/', 'packages/contract/'],
  'apps/web/fields/': ['apps/web/(access|kit|parts|ui)/', 'packages/contract/', pure],
  'apps/web/forms/': ['apps/web/(fields|screens|access|kit|parts|ui)/', 'packages/contract/', pure],
  'apps/web/trees/': ['apps/web/(screens|access|kit|parts|ui)/', 'packages/contract/'],
  'apps/web/reports/': ['apps/web/(forms|fields|screens|access|kit|parts|ui)/', 'packages/contract/', pure],
  'apps/web/features/([^/]+)/': [
    'apps/web/features/$1/',
    'apps/web/(forms|trees|reports|fields|screens|access|kit|parts|ui)/',
    'packages/contract/',
    pure,
  ],
  'apps/web/(?!visitors/|ui/|parts/|kit/|access/|screens/|fields/|forms/|trees/|reports/|features/)': [
    'apps/web/',
    'packages/contract/',
    pure,
  ],
  // What strangers load holds nothing of who is signed in.
  'apps/web/visitors/': ['apps/web/(forms/filling|fields|kit|ui)/', 'apps/web/page-policy', 'packages/contract/', pure],
  'db/': ['apps/server/(?!main)', 'packages/'],
};

/** The floors of the forms package, the lowest first: each may import those before it. Files beside the folders are below all. */
const formFloors = [
  'publishing',
  'field-types',
  'definition',
  'translation',
  'calculations',
  'logic',
  'words',
  'updates',
  'answers',
  'xlsform',
  'redcap',
  'transfer',
];

const slug = (part) =>
  part
    .replace(/\(.*?\)\/?|\[.*?\]\+?/g, '')
    .replace(/\W+/g, '-')
    .replace(/-$/, '');

const betweenParts = Object.entries(allowed).map(([part, others]) => {
  // A part may import itself; for a feature that is the line with $1.
  const own = part.includes('(') ? [] : [part];
  return {
    name: `what-${slug(part)}-may-import`,
    severity: 'error',
    from: { path: `^${part}`, pathNot: tests },
    to: { path: ours, pathNot: [...own, ...others].map((other) => `^${other}`) },
  };
});

const betweenFormFloors = ['', ...formFloors].slice(0, -1).map((floor, index) => ({
  name: `forms-${floor || 'words'}-stand-below-what-comes-after`,
  severity: 'error',
  from: { path: floor ? `^packages/forms/${floor}/` : '^packages/forms/[^/]+$', pathNot: tests },
  to: { path: formFloors.slice(index).map((later) => `^packages/forms/${later}/`) },
}));

export default {
  forbidden: [
    ...betweenParts,
    ...betweenFormFloors,
    {
      name: 'contract-takes-types-names-and-drafts-of-the-pure-packages',
      comment:
        'Settings, rules, calculations, text and addresses have one schema: what is sent is what the rules read.',
      severity: 'error',
      from: { path: '^packages/contract/', pathNot: tests },
      to: {
        path: `^${pure}`,
        pathNot:
          '/(field-type|field-settings|rule|condition|calculation|clean-text|web-address|window|codes|languages|genders)\\.ts$|packages/reports/(columns|definition|views)\\.ts$',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'packages-know-nothing-but-zod',
      comment: 'No React, SQL, HTTP or Node: the browser and the server run the same code.',
      severity: 'error',
      from: { path: '^packages/', pathNot: tests },
      to: { dependencyTypes: ['core', 'npm', 'npm-dev', 'npm-optional', 'npm-peer'], pathNot: '^node_modules/zod/' },
    },
    {
      name: 'only-server-kit-opens-the-database',
      severity: 'error',
      from: { path: '^(apps|packages|db)/', pathNot: ['^apps/server/(kit|host)/', tests] },
      to: { path: '^node_modules/(@types/)?pg/' },
    },
    {
      name: 'no-circles',
      comment:
        'Two files that need each other, if only for types, are one idea in two places, or lie on the wrong floor.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'every-import-leads-somewhere',
      comment: 'An import that is not found escapes the other rules.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: {
      conditionNames: ['import', 'module', 'node', 'default', 'types'],
      exportsFields: ['exports'],
    },
  },
};
