import { existsSync } from 'node:fs'

/** A clone runs the TypeScript as it is; a package has JavaScript, because Node strips no types under node_modules. */
export async function start() {
  const source = new URL('../src/cli/main.ts', import.meta.url)
  await import(existsSync(source) ? source.href : '../src/cli/main.js')
}
