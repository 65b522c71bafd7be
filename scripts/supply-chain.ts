import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { billOfMaterials } from './bill-of-materials.ts'
import { inexactVersions, isPermissive, runtimeDependencies } from './dependencies.ts'

// What a release says about the packages that it brings: their licences, a bill of materials, and known weaknesses.
// It fails on a licence or a version that is not allowed, and on a weakness that npm knows of.

const root = dirname(import.meta.dirname)
const { values } = parseArgs({ options: { output: { type: 'string', default: join(root, 'dist', 'sbom.cdx.json') } } })

let failed = false
const fail = (message: string) => {
  failed = true
  console.error(message)
}

const dependencies = runtimeDependencies(root)
const refused = dependencies.filter(({ licence }) => !isPermissive(licence))
for (const { name, version, licence } of refused) fail(`${name} ${version} is under ${licence}, which is not allowed.`)
const licences = Map.groupBy(dependencies, ({ licence }) => licence)
const counts = [...licences].map(([licence, { length }]) => `${length} ${licence}`).sort()
console.log(`Licences of ${dependencies.length} packages: ${counts.join(', ')}.`)

const inexact = inexactVersions(root)
if (inexact.length > 0) fail(`package.json does not name one version of ${inexact.join(', ')}.`)

const bill = billOfMaterials(root)
mkdirSync(dirname(values.output), { recursive: true })
writeFileSync(values.output, `${JSON.stringify(bill, null, 2)}\n`)
console.log(`Wrote ${values.output}: ${bill.components.length} packages, as CycloneDX.`)

audit()
if (failed) process.exitCode = 1

/** A registry may know of no weaknesses at all; then nobody has looked. */
function audit(): void {
  const { stdout, stderr } = spawnSync('npm', ['audit', '--omit', 'dev', '--json'], { cwd: root, encoding: 'utf8' })
  const { metadata, message } = parse(stdout) as { metadata?: { vulnerabilities: { total: number } }; message?: string }
  if (!metadata) {
    const reason = message ?? stderr.split('\n')[0]
    console.log(`npm audit gave no answer, so that known weaknesses were not looked for: ${reason}`)
    return
  }
  const { total } = metadata.vulnerabilities
  if (total === 0) console.log('npm audit knows of no weakness.')
  else fail(`npm audit knows of ${total} weaknesses. Run: npm audit --omit dev`)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}
