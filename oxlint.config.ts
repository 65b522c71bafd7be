import { readdirSync } from 'node:fs'
import { defineConfig, type OxlintOverride } from 'oxlint'

type Pattern = { group: string[]; allowTypeImports?: boolean } | { regex: string }

/** The files of each feature that others may import, besides *.graphql.ts and *.rest.ts. */
const publicFiles: Record<string, string[]> = {
  access: ['case-permissions'],
  change: [
    'answer-once',
    'bulk',
    'case-queue',
    'change-case',
    'change-result',
    'change-time',
    'expired-keys',
    'idempotency',
    'lock-case',
    'store-outcome',
    'write-change',
  ],
  comments: ['comment-id', 'comment-pages', 'comment.rules'],
  history: ['event-pages'],
  issuer: ['explain-jwt', 'issued-session', 'issuer', 'issuer-keys', 'resolve-jwt'],
  list: [],
  paging: ['page-key', 'page-loader'],
  read: ['past-cases', 'past-reads', 'read-case'],
  sessions: [
    'create-session',
    'expired-sessions',
    'last-uses',
    'mark-session',
    'read-sessions',
    'revoke-sessions',
    'session-id',
    'session.errors',
    'sessions',
    'stored-sessions',
  ],
  'touchpoint-secrets': ['touchpoint-secret.errors', 'touchpoint-secrets'],
  update: ['case-input.rules'],
}

const features = readdirSync(new URL('src/cases', import.meta.url), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
  .concat('issuer', 'sessions', 'touchpoint-secrets')

const privateFiles: Pattern[] = features.map((feature) => ({
  group: [
    `**/${feature}/*`,
    `!**/${feature}/*.{graphql,rest,entity}.ts`,
    ...(publicFiles[feature] ?? []).map((file) => `!**/${feature}/${file}.ts`),
  ],
}))
privateFiles.push({ group: ['**/desk/*', '!**/desk/{demonstration,desk,service}.ts'] })

/** The layers above the domain. */
const outerFolders = ['graphql', 'rest', 'http', 'pages', 'rate-limit', 'transfer', 'doctor', 'desk', 'cli']

function folders(...names: string[]): Pattern {
  return { regex: `(^|/)(${names.join('|')})/` }
}

/** What the files must not import. */
function imports(files: string, ...patterns: Pattern[]): OxlintOverride {
  const restrictions = { patterns: [...privateFiles, ...patterns] }
  return { files: [files], rules: { 'no-restricted-imports': ['error', restrictions] } }
}

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
    { files: ['{src,bench,torture,scripts}/**'], rules: { 'max-lines': ['error', { max: 250 }] } },
    { files: ['src/**'], rules: { 'no-console': 'error', 'node/no-process-env': 'error' } },
    { files: ['src/config.ts'], rules: { 'node/no-process-env': 'off' } },
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
    // Older versions of Node must be able to parse these files.
    { files: ['bin/**'], rules: { 'no-var': 'off', 'unicorn/prefer-string-starts-ends-with': 'off' } },

    // Imports point one way: config, errors <- database <- auth, people, catalogue <- cases <- graphql, rest <- app <- cli,
    // and within a domain: entity <- rules <- operation <- graphql, rest. If several entries match a file, only the last
    // one applies.
    imports('src/**', folders('cli')),
    imports('src/cli/**'),
    imports(
      'src/{config,setting-formats,desk-settings,issuer-settings,database-url,errors,login-kinds,loopback,system-message,command-name}.ts',
      {
        group: [
          './**',
          '!./{database-url,desk-settings,errors,issuer-settings,login-kinds,loopback,setting-formats}.ts',
        ],
      },
    ),
    imports('src/{observability,transfer,doctor}/**', folders('graphql', 'rest', 'pages', 'cli')),
    imports('src/{http,pages,rate-limit}/**', folders('catalogue', 'cases', 'graphql', 'rest', 'cli')),
    imports('src/desk/**', folders('cases', 'cli')),
    imports('src/database/**', {
      group: [
        '../**',
        '!../{config,database-url,errors,system-message,command-name}.ts',
        '!../../{config,database-url,errors,system-message,command-name}.ts',
        '!../*.ts',
        '!../{postgres,replicas,schema}/*.ts',
        '!../../*/**/*.entity.ts',
        '!**/migrations/*',
      ],
    }),
    imports(
      'src/{auth,people,catalogue,cases}/**',
      folders(...outerFolders),
      { regex: '\\.(graphql|rest)\\.ts$' },
      { regex: '^(graphql|graphql-yoga|@pothos/.*|fastify|@mikro-orm/.*|pg|kysely)$' },
    ),
    imports('src/**/*.entity.ts', { group: ['**', '!@mikro-orm/core', '!**/*.entity.ts', '!**/login-kinds.ts'] }),
    imports(
      'src/**/*.rules.ts',
      { regex: '^(?!node:util$)[^.]' },
      folders(...outerFolders),
      { regex: '\\.(graphql|rest)\\.ts$' },
      {
        group: [
          '**',
          '!node:util',
          '!**/*.{rules,errors}.ts',
          '!**/errors.ts',
          '!**/catalogue/*',
          '!**/database/valid-text.ts',
          '!**/people/email.ts',
        ],
        allowTypeImports: true,
      },
    ),
    imports(
      'src/{graphql/**,**/*.graphql.ts}',
      { group: ['**/{database,rest,pages}/**', '!**/page.ts'] },
      { regex: '\\.(rules|rest|entity)\\.ts$' },
      { regex: '^@mikro-orm/' },
    ),
    imports('src/**/*.rest.ts', {
      // REST also takes comments in forms that the schema does not have. One function checks all forms.
      group: [
        '**',
        '!fastify',
        '!**/{graphql,rest,http}/**',
        '!**/{errors,login-kinds}.ts',
        '!**/*.{errors,rest}.ts',
        '!**/comment.rules.ts',
      ],
    }),
    imports('src/rest/**', folders('database', 'pages'), { regex: '\\.(rules|entity)\\.ts$' }),
  ],
})
