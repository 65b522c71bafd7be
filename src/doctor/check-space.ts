import { statement } from '../database/statement.ts'
import { DatabaseUnavailable } from '../database/unavailable.ts'
import { codeOf } from '../errors.ts'
import { type CheckContext, type CheckResult, failure, ok } from './check-result.ts'

// PostgreSQL does not tell how much space is left, only that it could not extend a file. Rows below 2 kB are stored
// without compression.
const fill = statement(`do $$
  begin
    perform set_config('temp_tablespaces', '', true);
    create temporary table casegate_space as select repeat('x', 1900) as filler from generate_series(1, 17000);
    drop table casegate_space;
  end $$`)
const space = '32 MiB'

/** 25006: read-only, 42501: the role may not create temporary tables. Then nothing is known. */
const unknown = /^(25006|42501)$/

/** Writes a temporary table where the database is stored, and drops it. */
export async function checkSpace({ database }: CheckContext): Promise<CheckResult[]> {
  try {
    await database.run(fill)
    return [ok('space', `The disk of the database has room for ${space} more, at least.`)]
  } catch (error) {
    const code = codeOf(error instanceof DatabaseUnavailable ? error.cause : error) ?? ''
    if (unknown.test(code)) return [ok('space', 'The role cannot find out whether the disk has room.')]
    if (code !== '53100') throw error
    const message = `The disk of the database has no room for ${space} more.`
    return [failure('space', message, 'Free up space on the database server, before changes fail with 503.')]
  }
}
