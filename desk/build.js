import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { brotliCompressSync, gzipSync } from 'node:zlib'

// npm runs this after it has installed the packages of a clone, and before it packs them. Without the packages for
// development there is nothing to do: the published package contains the built desk.

const vite = await import('vite').catch((error) => {
  if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error
})

if (vite) {
  // Otherwise it would decide what is built.
  process.env.NODE_ENV = 'production'
  const { writeDeskTypes } = await import('./typed-documents.ts')
  await writeDeskTypes()
  await vite.build({ root: import.meta.dirname, logLevel: 'warn' })
  const assets = new URL('dist/assets/', import.meta.url)
  for (const file of readdirSync(assets)) {
    const content = readFileSync(new URL(file, assets))
    writeFileSync(new URL(`${file}.br`, assets), brotliCompressSync(content))
    // Over HTTP, browsers accept no Brotli.
    writeFileSync(new URL(`${file}.gz`, assets), gzipSync(content))
  }
}
