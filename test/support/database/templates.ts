import type { Database } from '../../../src/database/database.ts'

/** What test databases are copied from. `empty` is migrated, `demo` also has the demonstration data. */
export type Templates =
  /** `run` is the prefix of the names of this run's databases. */
  | {
      kind: 'postgresql'
      url: string
      run: string
      empty: string
      demo: string
      pooler?: Pooler
    }
  /** Both are files with a dump of the data folder. */
  | { kind: 'embedded'; empty: string; demo: string }

/** A pooler in front of the server. */
export interface Pooler {
  url: string
  preparedStatements: boolean
}

export interface Prepared {
  templates: Templates
  teardown(): Promise<void>
}

export interface Fill {
  empty(database: Database): Promise<unknown>
  demo(database: Database): Promise<unknown>
}
