import pg from 'pg'
import { expect, test } from 'vitest'
import { lockCase } from '../../../src/cases/change/lock-case.ts'
import { freshDatabase, isDistributed, urlOf } from '../../support/database/database.ts'

/** Moves the shard of case 1 to another worker, or fails because a transaction uses it. */
const move = `
select citus_move_shard_placement(shardid, p.nodename, p.nodeport, n.nodename, n.nodeport, 'block_writes')
from pg_dist_shard_placement p, pg_dist_node n
where p.shardid = get_shard_id_for_distribution_column('cases', 1) and n.shouldhaveshards
  and (n.nodename, n.nodeport) <> (p.nodename, p.nodeport)
limit 1`

// After a move, Citus would change the locked row at the former place of the shard, and the change would be lost.
test.runIf(isDistributed)('on Citus, a shard does not move while a case in it is locked', async () => {
  const database = await freshDatabase()
  const client = new pg.Client({ connectionString: urlOf(database), options: '-c lock_timeout=300' })
  await client.connect()
  await database.transaction(async (transaction) => {
    await lockCase(transaction, 1)
    await expect(client.query(move)).rejects.toThrow('lock timeout')
  })
  await client.end()
})
