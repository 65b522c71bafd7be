import { PGlite } from '@electric-sql/pglite'
import pg from 'pg'
import { vi } from 'vitest'

/** Records the SQL texts that reach the driver from now on. Vitest removes the spies after the test. */
export function recordStatements(): string[] {
  const texts: string[] = []
  const inPg = pg.Client.prototype.query
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...args: unknown[]) {
    const [config] = args as [string | { text: string }]
    texts.push(typeof config === 'string' ? config : config.text)
    return Reflect.apply(inPg, this, args)
  })
  const inPglite = PGlite.prototype.query
  vi.spyOn(PGlite.prototype, 'query').mockImplementation(function (this: PGlite, ...args: unknown[]) {
    texts.push(args[0] as string)
    return Reflect.apply(inPglite, this, args)
  })
  return texts
}
