import { Migrator } from '@mikro-orm/migrations'
import { defineConfig, type EntityMetadata, MikroORM } from '@mikro-orm/postgresql'
import { migrations } from '../../migrations/index.ts'
import { entities } from './entities.ts'

type Options = Parameters<typeof defineConfig>[0]
type Connection = Pick<Options, 'clientUrl' | 'dbName' | 'driverOptions' | 'pool'>

export function initOrm(connection: Connection): Promise<MikroORM> {
  return MikroORM.init({
    ...connection,
    entities,
    // A typing error in the URL must not create a database.
    ensureDatabase: false,
    extensions: [Migrator],
    discovery: { afterDiscovered: (storage) => [...storage.getAll().values()].forEach(refuseCascades) },
    // Triggers and views are defined in the migrations only.
    schemaGenerator: { ignoreTriggers: true, skipViews: [/./] },
    migrations: { migrationsList: migrations, snapshot: false },
    logger: () => {},
  })
}

/** Deleting or renaming a parent row must not change its children implicitly. */
function refuseCascades(entity: EntityMetadata): void {
  for (const property of entity.relations) {
    property.updateRule = 'no action'
    property.deleteRule = 'no action'
  }
}
