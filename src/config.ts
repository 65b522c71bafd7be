import { z } from 'zod'
import { UsageError } from './errors.ts'

const onOff = z.enum(['on', 'off']).transform((value) => value === 'on')
const text = z.string().min(1)

const environment = z.object({
  HOST: text.default('127.0.0.1'),
  PORT: z
    .string()
    .regex(/^\d{1,5}$/, 'must be a port number from 0 to 65535')
    .transform(Number)
    .refine((port) => port <= 65535, 'must be a port number from 0 to 65535')
    .default(4000),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must be a URL that starts with postgres:// or postgresql://')
    .refine(isUrl, 'must be a URL')
    .optional(),
  DATABASE_POOL_SIZE: z
    .string()
    .regex(/^[1-9]\d{0,2}$/, 'must be a number from 1 to 999')
    .transform(Number)
    .default(16),
  PREPARED_STATEMENTS: onOff.default(true),
  DATA_DIR: text.default('.data'),
  GRAPHIQL: onOff.optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
})

export interface Config {
  host: string
  port: number
  /** Where cases are kept: a PostgreSQL server, or the embedded PostgreSQL in a folder. */
  store: PostgresStore | EmbeddedStore
  graphiql: boolean
  logLevel: string
}

export interface PostgresStore {
  kind: 'postgresql'
  url: string
  poolSize: number
  preparedStatements: boolean
  /** After how long a statement counts as unanswered; without it, a command waits as long as it takes. */
  queryTimeoutMs?: number
}

export interface EmbeddedStore {
  kind: 'embedded'
  folder: string
}

/** Reads the settings out of the environment; a setting that is empty counts as absent. Throws all errors at once. */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const parsed = environment.safeParse(Object.fromEntries(Object.entries(env).filter(([, value]) => value !== '')))
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${describe(issue)}`)
    throw new UsageError(`The configuration is wrong:\n${lines.join('\n')}`)
  }
  const e = parsed.data
  return {
    host: e.HOST,
    port: e.PORT,
    store: e.DATABASE_URL
      ? {
          kind: 'postgresql',
          url: e.DATABASE_URL,
          poolSize: e.DATABASE_POOL_SIZE,
          preparedStatements: e.PREPARED_STATEMENTS,
        }
      : { kind: 'embedded', folder: e.DATA_DIR },
    graphiql: e.GRAPHIQL ?? !e.DATABASE_URL,
    logLevel: e.LOG_LEVEL,
  }
}

/** Also what is percent-encoded in it must be so by the rules. */
function isUrl(text: string): boolean {
  try {
    return URL.canParse(text) && decodeURIComponent(text) !== ''
  } catch {
    return false
  }
}

function describe(issue: z.core.$ZodIssue): string {
  return issue.code === 'invalid_value' ? `must be one of ${issue.values.join(', ')}` : issue.message
}
