import { statement } from '../../database/statements/statement.ts'

/** 2^52, the middle of the range of IDs. The sequence of new IDs stays below it. */
export const firstIgnoredId = 4_503_599_627_370_496

// Lets new cases have IDs that no imported case has. The sequence only moves forward, so that no ID is used twice. Imported IDs from 2^52 on are ignored: after
// the highest possible ID the sequence would have none left.
export const advanceCaseIds = statement(
  `
  select setval(sequence, highest)
  from (
    select pg_get_serial_sequence('cases', 'id')::regclass as sequence, max(id) as highest
    from cases
    where id < ${firstIgnoredId}
  ) c
  where highest > coalesce(pg_sequence_last_value(sequence), 0)
`,
  { setval: 'bigint' },
)
