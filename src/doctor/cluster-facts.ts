import { declaredFunctions } from '../database/citus/citus-function.ts'
import { typed } from '../database/columns.ts'
import { type Queryable, statement } from '../database/statement.ts'

/** A server of the cluster, as the metadata of Citus describes it. */
export interface ClusterServer {
  /** Host and port. */
  name: string
  groupId: number
  isActive: boolean
  /** Whether it knows the tables and shards, so that it can take requests. */
  hasMetadata: boolean
  /** The number of tables that every server has, and this one lacks. */
  missingCopies: number
  facts: ClusterServerFacts | null
  /** Why there are no facts. */
  error: string | null
}

/** What a server reports about itself. Times are in milliseconds. */
export interface ClusterServerFacts {
  version: string
  citusVersion: string
  fsync: string
  fullPageWrites: string
  synchronousCommit: string
  walLevel: string
  maxConnections: number
  maxPreparedTransactions: number
  /** -1: prepared transactions are not recovered. */
  recoveryInterval: number
  connectionTimeout: number
  /** The number of transactions that were prepared more than a minute ago. */
  oldPreparedTransactions: number
  clock: number
  synchronousStandbyNames: string
  /** Whether a synchronous standby follows it; null if the role cannot see that. */
  hasSynchronousStandby: boolean | null
  missingFunctions: string[]
}

const setting = (name: string) => `(select setting::int from pg_settings where name = '${name}')`

const isSynchronous = `exists (select from pg_stat_replication where sync_state in ('sync', 'quorum'))`

const facts = `
select json_build_object(
  'version', current_setting('server_version'),
  'citusVersion', (select extversion from pg_extension where extname = 'citus'),
  'fsync', current_setting('fsync'),
  'fullPageWrites', current_setting('full_page_writes'),
  'synchronousCommit', current_setting('synchronous_commit'),
  'walLevel', current_setting('wal_level'),
  'maxConnections', ${setting('max_connections')},
  'maxPreparedTransactions', ${setting('max_prepared_transactions')},
  'recoveryInterval', ${setting('citus.recover_2pc_interval')},
  'connectionTimeout', ${setting('citus.node_connection_timeout')},
  'oldPreparedTransactions', (
    select count(*) from pg_prepared_xacts where database = current_database() and prepared < now() - interval '1 minute'
  ),
  'clock', extract(epoch from clock_timestamp()) * 1000,
  'synchronousStandbyNames', current_setting('synchronous_standby_names'),
  'hasSynchronousStandby', case when pg_has_role('pg_read_all_stats', 'usage') then ${isSynchronous} end,
  'missingFunctions', (
    select coalesce(json_agg(name), '[]') from unnest(string_to_array(%L, ',')) as n(name) where to_regproc(name) is null
  )
)`

// The table and the functions exist only with the extension.
const servers = () =>
  statement(
    `
  select format('%s:%s', n.nodename, n.nodeport) as name, n.groupid as group_id, n.isactive as is_active,
    n.hasmetadata and n.metadatasynced as has_metadata, (
      select count(*)::int from pg_dist_partition t join pg_dist_shard s using (logicalrelid)
      where t.repmodel = 't'
        and not exists (select from pg_dist_placement p where p.shardid = s.shardid and p.groupid = n.groupid)
    ) as missing_copies,
    case when r.success then r.result::json end as facts, case when not r.success then r.result end as error
  from pg_dist_node n left join run_command_on_all_nodes(format($1, $2::text)) r on r.nodeid = n.nodeid
  where n.noderole = 'primary'
  order by n.groupid`,
    {
      name: 'text',
      groupId: 'int',
      isActive: 'boolean',
      hasMetadata: 'boolean',
      missingCopies: 'int',
      facts: typed<ClusterServerFacts | null>('json | null'),
      error: 'text | null',
    },
  )

/** Asks every server of the cluster. The functions of all operations must be declared. */
export async function loadClusterServers(database: Queryable): Promise<ClusterServer[]> {
  const names = declaredFunctions().map(({ name }) => name)
  return database.run(servers(), [facts, names.join()])
}
