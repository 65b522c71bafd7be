import { execFileSync } from 'node:child_process'
import { runtimeDependencies } from './dependencies.ts'

/** What is read and changed of CycloneDX. */
export interface BillOfMaterials {
  metadata: { component: { name: string; 'bom-ref': string } }
  components: { 'bom-ref': string }[]
  dependencies: { ref: string; dependsOn: string[] }[]
}

/**
 * The packages that the service runs with, as CycloneDX. npm lists all of them and the development's are taken out
 * here: its own --omit dev also leaves out those that both need, such as pg. Throws where one is missing.
 */
export function billOfMaterials(root: string): BillOfMaterials {
  const args = 'sbom --sbom-format cyclonedx --sbom-type application --package-lock-only'.split(' ')
  const options = { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024, stdio: 'pipe' } as const
  const whole = JSON.parse(execFileSync('npm', args, options)) as BillOfMaterials

  const wanted = new Set(runtimeDependencies(root).map(({ name, version }) => `${name}@${version}`))
  const components = whole.components.filter((component) => wanted.has(component['bom-ref']))
  const listed = new Set(components.map((component) => component['bom-ref']))
  const missing = [...wanted].filter((reference) => !listed.has(reference))
  if (missing.length > 0) throw new Error(`npm sbom lacks ${missing.join(', ')}.`)

  const { component } = whole.metadata
  const known = new Set([component['bom-ref'], ...listed])
  return {
    ...whole,
    // npm names it by the folder.
    metadata: { ...whole.metadata, component: { ...component, name: component['bom-ref'].replace(/@[^@]*$/, '') } },
    components,
    dependencies: whole.dependencies
      .filter(({ ref }) => known.has(ref))
      .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((each) => known.has(each)) })),
  }
}
