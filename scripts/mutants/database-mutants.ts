import type { MutatedFile } from './mutant.ts'

const database = (...names: string[]) => names.map((name) => `test/database/${name}.test.ts`)

/** What the errors of the database mean, and the settings of its connections. */
export const databaseMutants: MutatedFile[] = [
  {
    file: 'src/cases/change/write-change.ts',
    tests: database('broken-writes'),
    mutants: [['writes: true, ', '']],
  },
  {
    file: 'src/database/unavailable.ts',
    tests: database('server-errors', 'broken-writes', 'session-settings'),
    mutants: [
      ['/^(08...|25006', '/^(25006'],
      ['08...|25006|28', '08...|28'],
      ['25006|28...|3D', '25006|3D'],
      ['28...|3D...|40', '28...|40'],
      ['3D...|40...|53', '3D...|53'],
      ['40...|53...|57', '40...|57'],
      ['53...|57...|58', '53...|58'],
      ['code === lockTimeout || serverCode', 'serverCode'],
      [' || socketError.test(code)', ''],
      ['[answerTimeout, connectionError]', '[connectionError]'],
      ['[answerTimeout, connectionError]', '[answerTimeout]'],
      [` && typeof error.routine === 'string'`, '', 'PostgreSQL always sends a text.'],
      [`'routine' in error && typeof error.routine === 'string'`, 'true'],
      ['attempt === maxAttempts || !isConflict(error)', 'true'],
      ['attempt === maxAttempts || !isConflict(error)', 'attempt === maxAttempts'],
      ['/^(40001|40P01)$/', '/^(40P01)$/'],
    ],
  },
  {
    file: 'src/database/unavailable.ts',
    tests: ['test/cases/change/shared-write.test.ts', 'test/cases/change/held-lock.test.ts'],
    mutants: [
      ['27|44|54|P0|XX)...|55P03)', '27|44|54|P0|XX)...)'],
      ['22|23|27', '22|27'],
    ],
  },
  {
    file: 'src/database/postgres/session-settings.ts',
    tests: database('session-settings'),
    mutants: [
      [`DateStyle: 'ISO, MDY',`, ''],
      [`TimeZone: 'UTC',`, ''],
      ['default_transaction_isolation: isolation,', ''],
      [`statement_timeout: `, 'idle_session_timeout: '],
      ['[...(given ? [given] : []), ...options]', 'options'],
      ['[...(given ? [given] : []), ...options]', '[...options, ...(given ? [given] : [])]'],
      ['`begin isolation level ${isolation}`', '`begin`'],
      ["...entries.map(([name, value]) => `set local ${name} = '${value}'`),", ''],
    ],
  },
]
