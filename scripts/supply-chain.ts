import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { billOfMaterials } from './bill-of-materials.ts'
import { inexactVersions, isPermissive, runtimeDependencies } from './dependencies.ts'

// Checks the runtime dependencies of a release and writes its bill of materials. Fails if a licence is not permissive, a
// version is not exact, or npm reports a vulnerability.

const root = dirname(import.meta.dirname)
const { values } = parseArgs({ options: { output: { type: 'string', default: join(root, 'dist', 'sbom.cdx.json') } } })

let failed = false
const fail = (message: string) => {
  failed = true
  console.error(message)
}

const dependencies = runtimeDependencies(root)
const refused = dependencies.filter(({ licence }) => !isPermissive(licence))
for (const { name, version, licence } of refused)
  fail(`${name} ${version} has the licence ${licence}, which is not allowed.`)
const licences = Map.groupBy(dependencies, ({ licence }) => licence)
const counts = [...licences].map(([licence, { length }]) => `${length} ${licence}`).sort()
console.log(`Licences of ${dependencies.length} packages: ${counts.join(', ')}.`)

const inexact = inexactVersions(root)
if (inexact.length > 0) fail(`package.json does not specify an exact version: ${inexact.join(', ')}.`)

const bill = billOfMaterials(root)
mkdirSync(dirname(values.output), { recursive: true })
writeFileSync(values.output, `${JSON.stringify(bill, null, 2)}\n`)
console.log(`Wrote ${values.output}: ${bill.components.length} packages (CycloneDX).`)

audit()
if (failed) process.exitCode = 1

/** Some registries do not support audits. */
function audit(): void {
  const { stdout, stderr } = spawnSync('npm', ['audit', '--omit', 'dev', '--json'], { cwd: root, encoding: 'utf8' })
  const { metadata, message } = parse(stdout) as { metadata?: { vulnerabilities: { total: number } }; message?: string }
  if (!metadata) {
    const reason = message ?? stderr.split('\n')[0]
    console.log(`npm audit failed, so vulnerabilities were not checked: ${reason}`)
    return
  }
  const { total } = metadata.vulnerabilities
  if (total === 0) console.log('npm audit reports no vulnerabilities.')
  else fail(`npm audit reports ${total} vulnerabilities. Run: npm audit --omit dev`)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}
