import { execFileSync } from 'node:child_process'
import { runtimeDependencies } from './dependencies.ts'

/** The members of CycloneDX that are used here. */
export interface BillOfMaterials {
  metadata: { component: { name: string; 'bom-ref': string } }
  components: { 'bom-ref': string }[]
  dependencies: { ref: string; dependsOn: string[] }[]
}

/**
 * A CycloneDX bill of materials of the runtime dependencies. `npm sbom --omit dev` would also omit packages that are both
 * runtime and development dependencies, such as pg. Throws if npm does not list a runtime dependency.
 */
export function billOfMaterials(root: string): BillOfMaterials {
  const args = 'sbom --sbom-format cyclonedx --sbom-type application --package-lock-only'.split(' ')
  const options = { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024, stdio: 'pipe' } as const
  const complete = JSON.parse(execFileSync('npm', args, options)) as BillOfMaterials

  const wanted = new Set(runtimeDependencies(root).map(({ name, version }) => `${name}@${version}`))
  const components = complete.components.filter((component) => wanted.has(component['bom-ref']))
  const listed = new Set(components.map((component) => component['bom-ref']))
  const missing = [...wanted].filter((reference) => !listed.has(reference))
  if (missing.length > 0) throw new Error(`npm sbom does not list ${missing.join(', ')}.`)

  const { component } = complete.metadata
  const included = new Set([component['bom-ref'], ...listed])
  return {
    ...complete,
    // npm uses the name of the folder.
    metadata: { ...complete.metadata, component: { ...component, name: component['bom-ref'].replace(/@[^@]*$/, '') } },
    components,
    dependencies: complete.dependencies
      .filter(({ ref }) => included.has(ref))
      .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((each) => included.has(each)) })),
  }
}
