// Who may import what, as ARCHITECTURE.md tells it. `scripts/imports.mjs` checks it.
const pure = 'packages/(forms|reports)/';
const ours = '^(apps|bench|db|packages|scripts|tests)/';
const tests = '(\\.test\\.tsx?$|/testing\\.ts$|^apps/server/[^/]+/examples\\.ts$)';

/** What the domains of the server share, the lowest first: each may import those before it. */
const domains = [
  'forms',
  'responses',
  'trees',
  'people',
  'notifications',
  'referrals',
  'organizations',
  'imports',
  'reports',
  'records',
  'retention',
  'history',
];
/** The files of a domain that others build on: not what is answered at addresses, nor what runs in the background. */
const core = '(?!routes/|jobs/)';

/** What the core of a domain may import: itself and those before it; with none given, all cores; 'jobs' is above all. */
const onServer = (domain) => {
  const below =
    domain === 'jobs' ? [...domains, 'jobs'] : domain ? domains.slice(0, domains.indexOf(domain) + 1) : domains;
  return [
    'apps/server/(schema|kit|access)/',
    `apps/server/(${below.join('|')})/${core}`,
    'packages/contract/',
    pure,
    ...(domain === 'organizations' ? ['db/tables\\.ts$'] : []),
  ];
};

/** What each part may import of ours, besides itself. `$1` and `$2` are names in the path of the importing file. */
const allowed = {
  'packages/forms/': [],
  'packages/reports/': ['packages/forms/'],
  'packages/contract/kit/': ['packages/contract/[^/]+\\.ts$', 'packages/forms/clean-text\\.ts$'],
  'packages/contract/(?!kit/)': ['packages/contract/', pure],
  // Of the contract, what routes are; not how the product reads them.
  'packages/client/': ['packages/contract/'],
  // What the database's JSON holds: types alone, so that the kit's types of the tables can name it.
  'apps/server/schema/': ['packages/contract/', pure],
  'apps/server/kit/': [
    'packages/contract/(?!resources/)',
    'packages/forms/(transfer/cell|calendar)\\.ts$',
    'apps/server/schema/(background-work|json-columns)\\.ts$',
    'db/tables\\.ts$',
  ],
  'apps/server/host/': ['apps/server/(schema|kit)/', 'db/tables\\.ts$'],
  'apps/server/access/': ['apps/server/(schema|kit|host)/', 'packages/contract/', pure],
  ...Object.fromEntries(domains.map((domain) => [`apps/server/${domain}/${core}`, onServer(domain)])),
  // What is answered at an address, in a folder of its own where a domain has several.
  'apps/server/([^/]+)/routes/[^/]+$': ['apps/server/$1/routes/[^/]+$', ...onServer()],
  'apps/server/([^/]+)/routes/([^/]+)/': ['apps/server/$1/routes/$2/', ...onServer()],
  'apps/server/[^/]+/jobs/': ['apps/server/[^/]+/jobs/', ...onServer('jobs')],
  'apps/server/jobs/(?!routes/|jobs/)': onServer('jobs'),
  'apps/server/worker': ['apps/server/[^/]+/jobs/', ...onServer('jobs')],
  'apps/server/http/': ['apps/server/http/', 'apps/server/[^/]+/routes/', ...onServer()],
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
          '/(field-type|field-settings|rule|condition|calculation|clean-text|web-address|window|codes|languages|genders|person-columns)\\.ts$|packages/reports/(columns|conditions|definition|matching|moment-formats|settings|views)\\.ts$',
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
      name: 'only-ui-takes-components-of-mantine',
      comment: 'So that it can be replaced without touching a screen: docs/decisions/2026-11-26-keep-mantine.md.',
      severity: 'error',
      from: { path: '^apps/web/', pathNot: '^apps/web/ui/' },
      to: { path: '^node_modules/@mantine/(core|notifications)/' },
    },
    {
      name: 'only-server-kit-opens-the-database',
      severity: 'error',
      from: { path: '^(apps|packages|db)/', pathNot: ['^apps/server/(kit|host)/', tests] },
      to: { path: '^node_modules/(@types/)?pg/' },
    },
    {
      name: 'only-tests-import-examples',
      comment: 'The examples of a domain are requests that tests send: what ships does without them.',
      severity: 'error',
      from: { pathNot: ['^tests/', tests] },
      to: { path: '^apps/server/[^/]+/examples\\.ts$' },
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
