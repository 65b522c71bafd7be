import { setTimeout as sleep } from 'node:timers/promises'
import { withClient } from '../../bench/servers/database.ts'

/** Moves a random shard of cases, and what is stored with it, to another worker. */
const move = `
select citus_move_shard_placement(shardid, nodename, nodeport, other, other_port, 'auto') from (
  select shardid, p.nodename, p.nodeport, n.nodename as other, n.nodeport as other_port
  from pg_dist_shard s join pg_dist_shard_placement p using (shardid), pg_dist_node n
  where s.logicalrelid = 'cases'::regclass and n.shouldhaveshards and (n.nodename, n.nodeport) <> (p.nodename, p.nodeport)
  order by random() limit 1
) c`

/** Moves shards until it is stopped. Returns how long each move took, in milliseconds. Moves that failed are not counted. */
export async function moveShards(url: string, stopping: AbortSignal): Promise<number[]> {
  const durations: number[] = []
  while (!stopping.aborted) {
    const startedAt = performance.now()
    await withClient(url, (client) => client.query(move)).then(
      () => durations.push(performance.now() - startedAt),
      () => {},
    )
    await sleep(1_000)
  }
  return durations
}
