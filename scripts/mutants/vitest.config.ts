import { fileURLToPath } from 'node:url'
import { mergeConfig, type Plugin } from 'vitest/config'
import tests from '../../vitest.config.ts'

const declared = fileURLToPath(new URL('declared-statements.ts', import.meta.url))

/** The service declares its statements by the file that changes them. */
const declareMutants: Plugin = {
  name: 'declare-mutants',
  enforce: 'pre',
  async resolveId(source, importer, options) {
    if (!/^\..*\/statement\.ts$/.test(source) || importer === declared) return null
    const resolved = await this.resolve(source, importer, { ...options, skipSelf: true })
    return resolved?.id.endsWith('/src/database/statements/statement.ts') ? declared : resolved
  },
}

export default mergeConfig(tests, { plugins: [declareMutants] })
