import { afterAll, expect } from 'vitest'
import { runCleanups } from '../cleanup.ts'
import { watch } from './watchdog.ts'

watch(expect.getState().testPath)

// Vitest runs this file before every test file. The files of a worker share their modules, so a module's own hooks
// would belong only to the first file.
afterAll(async () => {
  await runCleanups()
  watch()
})
