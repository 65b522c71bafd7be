import type { Database } from '../../../src/database/database.ts'
import type { CitusCluster } from './citus.ts'

/** What test databases are copied from. `empty` is migrated, `demo` also has the demonstration data. */
export type Templates =
  /** `run` is the prefix of the names of this run's databases. With a cluster, copies of the templates are distributed. */
  | {
      kind: 'postgresql'
      url: string
      run: string
      empty: string
      demo: string
      pooler?: Pooler
      citus: CitusCluster | null
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
