import { Migrator } from '@mikro-orm/migrations'
import {
  defineConfig,
  type EntityManager,
  type EntityMetadata,
  type EntitySchema,
  MikroORM,
  Utils,
} from '@mikro-orm/postgresql'
import { type Dialect, Kysely } from 'kysely'
import { migrations } from '../../../migrations/index.ts'

type Options = Parameters<typeof defineConfig>[0]
type Connection = Pick<Options, 'clientUrl' | 'dbName' | 'driverOptions'>

// The identity map of MikroORM joins the parts of a composite key with "~~~", which a code may contain. No text in
// PostgreSQL contains NUL.
Object.assign(Utils, { PK_SEPARATOR: '\0' })

/** What the features store. */
export type Entities = EntitySchema[]

export function initOrm(connection: Connection, entities: Entities): Promise<MikroORM> {
  return MikroORM.init({
    ...connection,
    entities,
    // A typo in the URL must not create a database.
    ensureDatabase: false,
    extensions: [Migrator],
    discovery: { afterDiscovered: (storage) => [...storage.getAll().values()].forEach(refuseCascades) },
    // Functions, triggers and views are defined in the migrations only.
    schemaGenerator: { ignoreRoutines: true, ignoreTriggers: true, skipViews: [/./] },
    migrations: { migrationsList: migrations, snapshot: false },
    logger: () => {},
  })
}

/** The names of all tables that the entities are stored in. */
export function tableNames({ orm }: { orm: MikroORM }): string[] {
  return [...orm.getMetadata().getAll().values()].map(({ tableName }) => tableName)
}

/** An EntityManager for a transaction that is open on the dialect's only connection. It neither commits nor rolls back. */
export function forkInTransaction(orm: MikroORM, dialect: Dialect): EntityManager {
  const em = orm.em.fork()
  em.setTransactionContext(new Kysely({ dialect }))
  return em
}

/** Deleting or renaming a parent row must not change its children implicitly. */
function refuseCascades(entity: EntityMetadata): void {
  for (const property of entity.relations) {
    property.updateRule = 'no action'
    property.deleteRule = 'no action'
  }
}
