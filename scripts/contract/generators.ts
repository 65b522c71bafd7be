import { execFile } from 'node:child_process'
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import spectralCore, { type RulesetDefinition } from '@stoplight/spectral-core'
import rulesets from '@stoplight/spectral-rulesets'

// What clients do with openapi.json: lint it, and generate validators from it.

const packages = join(dirname(dirname(import.meta.dirname)), 'node_modules')

/** What Spectral's rules for OpenAPI find in the document. */
export async function lintProblems(document: string): Promise<string[]> {
  const spectral = new spectralCore.Spectral()
  spectral.setRuleset(rulesets.oas as RulesetDefinition)
  const results = await spectral.run(JSON.parse(document) as Record<string, unknown>)
  return results.map(({ code, path, message }) => `Spectral: ${path.join('.')}: ${message} (${code})`)
}

/** What prevents Orval from generating zod schemas from the document, or the generated code from being compiled. */
export async function generatorProblems(document: string): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'casegate-generated-'))
  try {
    await writeFile(join(folder, 'openapi.json'), document)
    await symlink(packages, join(folder, 'node_modules'), 'junction')
    const run = (program: string, args: string[]) =>
      promisify(execFile)(process.execPath, [join(packages, program), ...args], { cwd: folder })
    const generated = ['--input', 'openapi.json', '--output', 'schemas.ts', '--client', 'zod']
    await run('orval/dist/bin/orval.mjs', generated)
    const flags = [
      '--noEmit',
      '--strict',
      '--skipLibCheck',
      '--module',
      'nodenext',
      '--target',
      'esnext',
      '--types',
      '',
    ]
    await run('typescript/bin/tsc', [...flags, 'schemas.ts'])
    return []
  } catch (error) {
    // What the programs print says more than the message of the error.
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string }
    return [`Orval: ${`${stdout}${stderr}`.trim() || String(error)}`]
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
