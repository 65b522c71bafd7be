import { mergeConfig, type Plugin } from 'vitest/config'
import tests from '../../vitest.config.ts'
import type { FeatureMutant } from './try-features.ts'

/** Makes the mistake of MUTANT when its file is loaded. */
const mistake: Plugin = {
  name: 'mistake',
  enforce: 'pre',
  transform(code, id) {
    const { file, from, to } = JSON.parse(process.env['MUTANT'] ?? '{}') as Partial<FeatureMutant>
    if (file === undefined || from === undefined || to === undefined || !id.endsWith(`/${file}`)) return null
    return code.replace(from, () => to)
  },
}

// A module that was kept from an earlier run would have another mistake, or none.
export default mergeConfig(tests, { plugins: [mistake], test: { fsModuleCache: false } })
