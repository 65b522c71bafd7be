import { readdirSync } from 'node:fs'
import { defineConfig, type OxlintOverride } from 'oxlint'

type Pattern = { group: string[]; allowTypeImports?: boolean } | { regex: string }

/** The folders of src, from the top to the bottom. A file imports from its own folder and from those below. */
const floors = [
  'cli',
  'desk',
  'mcp',
  'pages',
  'doctor',
  'transfer',
  'personal-data',
  'invitations',
  'configuration',
  'webhooks',
  'nats',
  'events',
  'feed',
  'attachments',
  'cases',
  'auth',
  'audit',
  'people',
  'catalogue',
  'sla',
  'mutation',
  'viewer',
  'rest',
  'graphql',
  'http',
  'rate-limit',
  'observability',
  'outgoing',
  'database',
  'search',
  'settings',
  'errors',
]

/** The folders of src/cases that several operations share, in the same order. */
const sharedRooms = ['list', 'text-search', 'update', 'change', 'read', 'deadlines', 'timeline', 'access', 'values']

/** These have faces, entities and rules, whose imports the linter checks too. */
const features = floors.slice(floors.indexOf('personal-data'), floors.indexOf('rest')).filter((name) => name !== 'nats')

function folders(...names: string[]): Pattern {
  return { regex: `^(\\.\\./)+(${names.join('|')})/` }
}

function subfolders(parent: string): string[] {
  const entries = readdirSync(new URL(parent, import.meta.url), { withFileTypes: true })
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
}

const unplaced = subfolders('src/').filter((name) => !floors.includes(name))
if (unplaced.length > 0) throw new Error(`No place in the order of oxlint.config.ts: src/${unplaced.join(', src/')}`)

/** All other folders of src/cases are operations, which import nothing of one another. */
const operations = subfolders('src/cases/').filter((name) => !sharedRooms.includes(name))

const faces: Pattern = { regex: '\\.(graphql|rest)\\.ts$' }
const libraries: Pattern = { regex: '^(graphql|@pothos/.*|fastify|pg|kysely)$' }
/** Entities import the core alone. */
const unitOfWork: Pattern = { group: ['@mikro-orm/*', '!@mikro-orm/core'] }
/** These import every feature. */
const contents: Pattern = { regex: '/(app|server|schema|routes)\\.ts$' }

/** What the files of a folder must not import, besides the folders above it, app.ts, schema.ts and the like. */
const restrictions: Record<string, Pattern[]> = {
  graphql: [{ group: ['**/database/**', '!**/page.ts', '!**/fair-queue.ts'] }],
  rest: [folders('database')],
  ...Object.fromEntries(
    [
      'viewer',
      'mutation',
      'catalogue',
      'people',
      'audit',
      'auth',
      'cases',
      'feed',
      'events',
      'webhooks',
      'invitations',
    ].map((name) => [name, [unitOfWork]]),
  ),
  transfer: [folders('graphql', 'rest')],
  doctor: [folders('graphql', 'rest')],
  pages: [folders('database', 'graphql', 'rest', ...features)],
}

/** What the files of a feature must not import, by the ends of their names: entity <- rules <- operation <- graphql, rest. */
const layers: Record<string, Pattern[]> = {
  '.ts': [folders('graphql', 'http', 'rate-limit', 'rest'), faces, libraries],
  '.entity.ts': [
    {
      group: [
        '**',
        '!@mikro-orm/core',
        '!**/*.entity.ts',
        '!**/{audit-actions,event-kinds,login-kinds,webhook-kinds}.ts',
      ],
    },
  ],
  '.rules.ts': [
    // Every package, and every part of Node but node:util.
    { regex: '^([^.n]|n[^o]|node:[^u])' },
    folders('graphql', 'http', 'rate-limit', 'rest', 'transfer'),
    faces,
    {
      group: [
        '**',
        '!node:util',
        '!**/*.{rules,errors}.ts',
        '!**/case-values.ts',
        '!**/sections.ts',
        '!**/errors/*.ts',
        '!**/catalogue/*',
        '!**/database/statements/valid-text.ts',
        '!**/people/email.ts',
        '!**/node-id.ts',
      ],
      allowTypeImports: true,
    },
  ],
  '.graphql.ts': [
    { group: ['**/{database,rest,pages}/**', '!**/page.ts'] },
    { regex: '\\.(rules|rest|entity)\\.ts$' },
    { regex: '^@mikro-orm/' },
  ],
  '.rest.ts': [
    {
      // REST also takes comments in forms that the schema does not have, and names the place of a wrong value. One function
      // checks all forms.
      group: [
        '**',
        '!fastify',
        '!node:crypto',
        '!**/{graphql,rest,http}/**',
        '!**/{audit-actions,event-kinds,login-kinds,sections}.ts',
        '!**/errors/*.ts',
        '!**/*.{errors,rest}.ts',
        '!**/{comment,sent-input}.rules.ts',
        '!**/case-values.ts',
        // Streams are opened by their route, because no document takes or returns one.
        '!**/{open-stream,open-table,upload-attachment,read-content}.ts',
        '!**/login.errors.ts',
      ],
    },
  ],
}

/** If several overrides match a file, only the last one applies. */
function imports(files: string, patterns: Pattern[]): OxlintOverride {
  return { files: [files], rules: { 'no-restricted-imports': ['error', { patterns }] } }
}

/** The rules of the files in a folder. Those of features also follow from the ends of their names. */
function rulesOf(folder: string, patterns: Pattern[]): OxlintOverride[] {
  if (!features.some((name) => folder.startsWith(name))) return [imports(`src/${folder}/**`, patterns)]
  return Object.entries(layers).map(([end, layer]) => imports(`src/${folder}/**/*${end}`, [...patterns, ...layer]))
}

const importRules = floors.flatMap((folder, place) => {
  const patterns = [...(restrictions[folder] ?? []), ...(folder === 'cli' ? [] : [contents])]
  return rulesOf(folder, place === 0 ? patterns : [folders(...floors.slice(0, place)), ...patterns])
})

const aboveCases = floors.slice(0, floors.indexOf('cases'))
const roomRules = [...operations, ...sharedRooms].flatMap((room) => {
  const place = sharedRooms.indexOf(room)
  const above = place < 0 ? operations.filter((name) => name !== room) : [...operations, ...sharedRooms.slice(0, place)]
  return rulesOf(`cases/${room}`, [folders(...aboveCases, ...above), contents, unitOfWork])
})

export default defineConfig({
  plugins: ['eslint', 'typescript', 'unicorn', 'oxc', 'import', 'promise', 'node', 'vitest'],
  ignorePatterns: ['assets/swagger-ui.js', '**/gql/**', 'client/src/generated/**'],
  categories: { correctness: 'error', suspicious: 'error' },
  env: { builtin: true, node: true },
  rules: {
    eqeqeq: ['error', 'always', { null: 'ignore' }],
    'no-throw-literal': 'error',
    'no-var': 'error',
    'prefer-const': 'error',
    'import/no-cycle': ['error', { ignoreTypes: false }],
    'import/no-default-export': 'error',
    'typescript/no-explicit-any': 'error',
    // `import { type A }` still loads the module.
    'typescript/no-import-type-side-effects': 'error',
    'unicorn/prefer-node-protocol': 'error',
    'unicorn/throw-new-error': 'error',
    'vitest/expect-expect': ['error', { assertFunctionNames: ['expect', 'expectSame*'] }],
    'vitest/valid-expect': ['error', { maxArgs: 2 }],

    // These report code that is correct here.
    'import/no-named-as-default-member': 'off',
    'no-control-regex': 'off',
    'no-shadow': 'off',
    'promise/always-return': 'off',
    'unicorn/consistent-function-scoping': 'off',
    'unicorn/no-array-reverse': 'off',
    'unicorn/no-array-sort': 'off',
    'vitest/valid-describe-callback': 'off',
  },
  overrides: [
    { files: ['{bench,torture,scripts}/**'], rules: { 'max-lines': ['error', { max: 250 }] } },
    {
      files: ['{src,client/src}/**'],
      rules: { 'max-lines': ['error', { max: 220 }], 'max-lines-per-function': ['error', { max: 70 }] },
    },
    { files: ['{src,client/src}/**'], rules: { 'no-console': 'error', 'node/no-process-env': 'error' } },
    { files: ['src/settings/config.ts'], rules: { 'node/no-process-env': 'off' } },
    { files: ['src/cli/**'], rules: { 'no-console': 'off' } },
    // Importing a *.graphql.ts file adds its types to the schema.
    { files: ['src/schema.ts'], rules: { 'import/no-unassigned-import': 'off' } },
    {
      files: ['*.config.ts', 'test/support/**/*-setup.ts', '{desk,examples/*}/*.ts'],
      rules: { 'import/no-default-export': 'off' },
    },
    {
      files: ['{desk,examples}/**'],
      plugins: ['eslint', 'typescript', 'unicorn', 'oxc', 'import', 'promise', 'react', 'jsx-a11y'],
      env: { browser: true },
      rules: {
        'import/no-unassigned-import': ['error', { allow: ['**/*.css'] }],
        'react/rules-of-hooks': 'error',
        'react/react-in-jsx-scope': 'off',
      },
    },
    // Only messages to windows have a target origin.
    { files: ['desk/src/cases/live/**'], rules: { 'unicorn/require-post-message-target-origin': 'off' } },
    // Older versions of Node must be able to parse these files.
    { files: ['bin/**'], rules: { 'no-var': 'off', 'unicorn/prefer-string-starts-ends-with': 'off' } },

    imports('src/*.ts', [folders('cli')]),
    // The client of the package runs everywhere, and has two packages.
    imports('client/src/**', [
      { group: ['**', '!./*.ts', '!./generated/*.ts', '!openapi-fetch', '!standardwebhooks'] },
    ]),
    ...importRules,
    ...roomRules,
    // The export of a person is a file, which the result of a field cannot be.
    imports('src/personal-data/export-{items,route,sign-in}.ts', [
      contents,
      folders('graphql', 'cli', 'desk', 'doctor', 'pages'),
    ]),
  ],
})
