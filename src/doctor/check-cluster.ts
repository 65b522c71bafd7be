import { declareCitusFunctions } from '../citus-functions.ts'
import { type CheckContext, type CheckResult, failure, ok, warning } from './check-result.ts'
import { type ClusterServer, type ClusterServerFacts, loadClusterServers } from './cluster-facts.ts'
import { checkDurability } from './check-server.ts'

const check = 'cluster'

/** Checks every server of a cluster. */
export async function checkCluster({ database }: CheckContext): Promise<CheckResult[]> {
  await declareCitusFunctions()
  return checkClusterServers(await loadClusterServers(database))
}

export function checkClusterServers(servers: readonly ClusterServer[]): CheckResult[] {
  const answers = servers.flatMap(({ facts, ...server }) => (facts ? [{ ...server, facts }] : []))
  const problems = [
    ...servers.flatMap(checkMetadata),
    ...answers.flatMap(({ name, facts }) => onServer(name, checkFacts(facts))),
    ...answers.flatMap(({ name, facts }) => onServer(name, checkStandby(facts))),
    ...checkEquality(answers),
  ]
  if (problems.length > 0) return problems
  return [ok(check, `All ${servers.length} servers of the cluster respond, and have the settings that they need.`)]
}

function onServer(name: string, results: readonly CheckResult[]): CheckResult[] {
  return results.map((result) => ({ ...result, message: `On ${name}: ${result.message}` }))
}

/** IDs of cases start at the group ID times 2^48, and identifiers of the API are at most 2^53 - 1. */
const maxGroupId = 31

function checkMetadata(server: ClusterServer): CheckResult[] {
  const { name, groupId, isActive, hasMetadata, missingCopies, facts, error } = server
  const problems: CheckResult[] = []
  if (!isActive) {
    const advice = `Activate it with citus_activate_node(), or remove it with citus_remove_node().`
    problems.push(
      failure(
        check,
        `The server ${name} is not active: it receives no changes of tables that all servers share.`,
        advice,
      ),
    )
  } else if (!facts) {
    const message = `The server ${name} does not respond: ${error ?? 'no reason is known'}.`
    problems.push(failure(check, message, 'Start it, or promote its standby and run citus_update_node().'))
  }
  if (!hasMetadata) {
    const message = `The server ${name} does not have the metadata of the cluster, so it cannot accept requests.`
    problems.push(failure(check, message, 'Run start_metadata_sync_to_all_nodes() on the coordinator.'))
  }
  if (isActive && missingCopies > 0) {
    const message = `The server ${name} has no copy of ${missingCopies} tables that all servers share, such as persons and sessions.`
    problems.push(failure(check, message, 'Run "select replicate_reference_tables()" on the coordinator.'))
  }
  if (groupId > maxGroupId) {
    const message = `The server ${name} has the group ID ${groupId}: the IDs that it assigns to cases exceed 2^53 - 1.`
    problems.push(failure(check, message, `Create the cluster again. Group IDs must be at most ${maxGroupId}.`))
  }
  return problems
}

/** In milliseconds. */
const longest = { recoveryInterval: 5_000, connectionTimeout: 5_000, clockDifference: 2_000 }

function checkFacts(facts: ClusterServerFacts): CheckResult[] {
  const problems = checkDurability(facts).filter(({ level }) => level !== 'ok')
  return [...problems, ...checkTransactions(facts), ...checkWaits(facts), ...checkFunctions(facts)]
}

/** Changes of tables that all servers share are prepared on every server, and then committed. */
function checkTransactions(facts: ClusterServerFacts): CheckResult[] {
  const { maxPreparedTransactions, maxConnections, recoveryInterval, oldPreparedTransactions, walLevel } = facts
  const problems: CheckResult[] = []
  if (maxPreparedTransactions < maxConnections) {
    const message = `max_prepared_transactions is ${maxPreparedTransactions}, but max_connections is ${maxConnections}: changes can fail.`
    const report = maxPreparedTransactions === 0 ? failure : warning
    problems.push(report(check, message, 'Set max_prepared_transactions to max_connections, and restart the server.'))
  }
  if (recoveryInterval < 0 || recoveryInterval > longest.recoveryInterval) {
    const isOff = recoveryInterval < 0
    const interval = isOff ? 'off' : `${recoveryInterval / 1000} s`
    const duration = isOff ? 'until recover_prepared_transactions() is run' : 'for up to that long'
    const message = `citus.recover_2pc_interval is ${interval}: after a crash, loads of changed rows are unavailable ${duration}.`
    const report = isOff ? failure : warning
    problems.push(report(check, message, `Set citus.recover_2pc_interval = '${longest.recoveryInterval / 1000}s'.`))
  }
  if (oldPreparedTransactions > 0) {
    const message = `Transactions that have been prepared for more than a minute: ${oldPreparedTransactions}. They hold locks.`
    const advice =
      'Start all servers. If the transactions remain, run recover_prepared_transactions() on the coordinator, and check for ' +
      'transactions that do not belong to Citus.'
    problems.push(warning(check, message, advice))
  }
  if (walLevel !== 'logical') {
    const message = `wal_level is ${walLevel}: while a shard moves to another server, its cases cannot be changed.`
    problems.push(warning(check, message, 'Set wal_level = logical, and restart the server.'))
  }
  return problems
}

function checkWaits({ connectionTimeout }: ClusterServerFacts): CheckResult[] {
  if (connectionTimeout <= longest.connectionTimeout) return []
  const message = `citus.node_connection_timeout is ${connectionTimeout / 1000} s: requests wait that long for a server that hangs.`
  const advice = `Set citus.node_connection_timeout = '2s', or at most '${longest.connectionTimeout / 1000}s'.`
  return [warning(check, message, advice)]
}

function checkFunctions({ missingFunctions }: ClusterServerFacts): CheckResult[] {
  if (missingFunctions.length === 0) return []
  const message = `Functions of this version are missing: ${missingFunctions.join(', ')}.`
  return [failure(check, message, 'Run "casegate distribute --execute" on the coordinator.')]
}

/**
 * Without a synchronous standby, losing the coordinator loses changes that it has acknowledged, and it assigns IDs
 * again.
 */
function checkStandby({ synchronousStandbyNames, hasSynchronousStandby }: ClusterServerFacts): CheckResult[] {
  const advice = 'Start a standby of this server, and name it in synchronous_standby_names.'
  if (synchronousStandbyNames === '') {
    const message = 'It has no synchronous standby: if the server is lost, acknowledged changes are lost with it.'
    return [warning(check, message, advice)]
  }
  if (hasSynchronousStandby !== false) return []
  const message = 'No synchronous standby follows it: changes wait for one.'
  return [failure(check, message, advice)]
}

interface Answer {
  name: string
  facts: ClusterServerFacts
}

function checkEquality(answers: readonly Answer[]): CheckResult[] {
  const problems: CheckResult[] = []
  const versions = [
    ['PostgreSQL', (facts: ClusterServerFacts) => facts.version],
    ['Citus', (facts: ClusterServerFacts) => facts.citusVersion],
  ] as const
  for (const [program, versionOf] of versions) {
    if (new Set(answers.map(({ facts }) => versionOf(facts))).size <= 1) continue
    const found = answers.map(({ name, facts }) => `${versionOf(facts)} on ${name}`).join(', ')
    const message = `The servers have different versions of ${program}: ${found}.`
    problems.push(warning(check, message, 'Complete the upgrade, so that all servers have the same version.'))
  }
  const clocks = answers.toSorted((one, other) => one.facts.clock - other.facts.clock)
  const [slowest, fastest] = [clocks.at(0), clocks.at(-1)]
  if (slowest && fastest && fastest.facts.clock - slowest.facts.clock > longest.clockDifference) {
    const seconds = Math.round((fastest.facts.clock - slowest.facts.clock) / 1000)
    const message = `The clock of ${fastest.name} is ${seconds} s ahead of that of ${slowest.name}.`
    problems.push(warning(check, message, 'Synchronize all servers with NTP: events get the time of their server.'))
  }
  return problems
}
