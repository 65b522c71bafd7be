import { execFileSync } from 'node:child_process'
import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

// npm runs this after it has installed the packages of a clone, and before it packs them. Without the packages for
// development there is nothing to do: the published package contains the built client.

let compiler
try {
  compiler = fileURLToPath(import.meta.resolve('typescript/package.json'))
} catch (error) {
  if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error
}

if (compiler) {
  const { writeClientTypes } = await import('./generated-files.ts')
  await writeClientTypes()
  const dist = join(import.meta.dirname, 'dist')
  rmSync(dist, { recursive: true, force: true })
  execFileSync(process.execPath, [join(compiler, '../bin/tsc'), '-p', import.meta.dirname], { stdio: 'inherit' })
  // The compiler leaves the names of files in declarations as they are.
  for (const file of globSync(join(dist, '**/*.d.ts'))) {
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll(/(from '\.[^']*)\.ts'/g, "$1.js'"))
  }
}
