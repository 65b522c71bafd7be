import { execFileSync } from 'node:child_process'
import { globSync, statSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../../..')
const built = 'desk/dist/index.html'

/** Builds the desk, unless the build is newer than its sources, the schema and its packages. */
export function buildDesk(): void {
  const modified = (file: string) => statSync(join(root, file), { throwIfNoEntry: false })?.mtimeMs ?? 0
  const sources = globSync(['desk/*.*', 'desk/src/**/*.*', 'schema.graphql', 'package-lock.json'], { cwd: root })
  const since = modified(built)
  if (sources.every((file) => modified(file) < since)) return
  execFileSync(process.execPath, [join(root, 'desk/build.js')], { stdio: 'inherit' })
}
