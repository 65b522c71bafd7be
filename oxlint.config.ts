import { readdirSync } from 'node:fs'
import { defineConfig, type OxlintOverride } from 'oxlint'

type Pattern = { group: string[]; allowTypeImports?: boolean } | { regex: string }

/** The files of each feature that others may import, besides *.graphql.ts and *.rest.ts. */
const publicFiles: Record<string, string[]> = {
  access: ['case-permissions'],
  change: [
    'answer-once',
    'bulk',
    'case-answer',
    'case-queue',
    'change-case',
    'in-turn',
    'keyed-request',
    'mutation-facts',
    'recorded-event',
    'write-change',
  ],
  comments: ['comment-pages', 'comment.rules'],
  history: ['event-pages'],
  issuer: ['explain-jwt', 'issuer', 'issuer-keys'],
  list: [],
  passkeys: ['add-passkey', 'challenges', 'invitations', 'passkey.errors', 'passkeys', 'sign-in-with-passkey'],
  paging: ['page-key', 'page-loader'],
  read: ['past-cases', 'past-reads', 'read-case', 'visible-case'],
  sessions: [
    'create-session',
    'last-uses',
    'mark-session',
    'read-sessions',
    'revoke-sessions',
    'session.errors',
    'sessions',
    'stored-sessions',
  ],
  'touchpoint-secrets': ['touchpoint-secret.errors', 'touchpoint-secrets'],
  update: ['case-input.rules', 'update-case.rules'],
}

const operations = readdirSync(new URL('src/cases', import.meta.url), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
  .concat('issuer', 'passkeys', 'sessions', 'touchpoint-secrets')

const privateFiles: Pattern[] = operations.map((feature) => ({
  group: [
    `**/${feature}/*`,
    `!**/${feature}/*.{graphql,rest,entity}.ts`,
    ...(publicFiles[feature] ?? []).map((file) => `!**/${feature}/${file}.ts`),
  ],
}))
privateFiles.push({ group: ['**/desk/*', '!**/desk/{demonstration,desk,service}.ts'] })

const platform = ['database', 'graphql', 'http', 'observability', 'outgoing', 'rate-limit', 'rest']
const features = [
  'audit',
  'auth',
  'cases',
  'catalogue',
  'configuration',
  'events',
  'feed',
  'invitations',
  'nats',
  'people',
  'personal-data',
  'webhooks',
]
const edges = ['cli', 'desk', 'doctor', 'pages', 'transfer']

function folders(...names: string[]): Pattern {
  return { regex: `(^|/)(${names.join('|')})/` }
}

const faces: Pattern = { regex: '\\.(graphql|rest)\\.ts$' }
const libraries: Pattern = { regex: '^(graphql|graphql-yoga|@pothos/.*|fastify|pg|kysely)$' }
/** Entities import the core alone. */
const unitOfWork: Pattern = { group: ['@mikro-orm/*', '!@mikro-orm/core'] }
/** These import every feature. */
const contents: Pattern = { regex: '/(app|server|schema|routes)\\.ts$' }

/**
 * What the files of a folder must not import, besides app.ts, schema.ts and the like. Imports point one way: errors <- settings <-
 * platform <- features <- edges. Within the features: people, auth, catalogue, audit <- cases <- events, configuration,
 * personal-data <- invitations, webhooks.
 */
const restrictions: Record<string, Pattern[]> = {
  errors: [{ group: ['../**'] }],
  settings: [{ group: ['../**', '!../errors/*.ts', '!../login-kinds.ts'] }],
  database: [folders(...platform.filter((name) => name !== 'database'), ...features, ...edges), faces],
  '{http,observability,outgoing,rate-limit,response-memory}': [
    folders('graphql', 'rest', ...features, ...edges),
    faces,
  ],
  graphql: [
    folders('rest', ...features, ...edges),
    faces,
    { group: ['**/database/**', '!**/page.ts', '!**/fair-queue.ts'] },
  ],
  rest: [folders('database', ...features, ...edges), faces],
  '{audit,auth,catalogue,people}': [
    folders('cases', 'configuration', 'events', 'invitations', 'webhooks', ...edges),
    unitOfWork,
  ],
  cases: [folders('configuration', 'events', 'invitations', 'personal-data', 'webhooks', ...edges), unitOfWork],
  events: [folders('configuration', 'invitations', 'personal-data', 'webhooks', ...edges), unitOfWork],
  '{configuration,personal-data}': [folders('cli', 'desk', 'doctor', 'invitations', 'pages', 'webhooks')],
  invitations: [folders('webhooks', ...edges), unitOfWork],
  webhooks: [folders(...edges), unitOfWork],
  '{transfer,doctor}': [folders('cli', 'graphql', 'pages', 'rest')],
  pages: [folders('cli', 'database', 'graphql', 'rest', ...features)],
  desk: [folders('cases', 'cli')],
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
        '!**/database/valid-text.ts',
        '!**/people/email.ts',
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
        '!**/{graphql,rest,http}/**',
        '!**/{audit-actions,event-kinds,login-kinds,sections}.ts',
        '!**/errors/*.ts',
        '!**/*.{errors,rest}.ts',
        '!**/{comment,sent-input}.rules.ts',
        '!**/case-values.ts',
        // Streams are opened by their route, because no document returns one.
        '!**/open-stream.ts',
      ],
    },
  ],
}

/** If several overrides match a file, only the last one applies. */
function imports(files: string, patterns: Pattern[]): OxlintOverride {
  const restricted = { patterns: [...privateFiles, ...patterns] }
  return { files: [files], rules: { 'no-restricted-imports': ['error', restricted] } }
}

const isFeature = (folder: string) => features.some((name) => folder.includes(name))

const importRules = Object.entries(restrictions).flatMap(([folder, patterns]) =>
  isFeature(folder)
    ? Object.entries(layers).map(([end, layer]) =>
        imports(`src/${folder}/**/*${end}`, [contents, ...patterns, ...layer]),
      )
    : [imports(`src/${folder}/**`, [contents, ...patterns])],
)

export default defineConfig({
  plugins: ['eslint', 'typescript', 'unicorn', 'oxc', 'import', 'promise', 'node', 'vitest'],
  ignorePatterns: ['assets/swagger-ui.js', '**/gql/**'],
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
      files: ['src/**'],
      rules: { 'max-lines': ['error', { max: 220 }], 'max-lines-per-function': ['error', { max: 70 }] },
    },
    { files: ['src/**'], rules: { 'no-console': 'error', 'node/no-process-env': 'error' } },
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
    { files: ['desk/src/live/**'], rules: { 'unicorn/require-post-message-target-origin': 'off' } },
    // Older versions of Node must be able to parse these files.
    { files: ['bin/**'], rules: { 'no-var': 'off', 'unicorn/prefer-string-starts-ends-with': 'off' } },

    imports('src/*.ts', [folders('cli')]),
    imports('src/cli/**', []),
    ...importRules,
    // The export of a person is a file, which the result of a field cannot be.
    imports('src/personal-data/export-{items,route,sign-in}.ts', [
      contents,
      folders('graphql', 'cli', 'desk', 'doctor', 'pages'),
    ]),
  ],
})
