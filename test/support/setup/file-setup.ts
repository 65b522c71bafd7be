import { afterAll } from 'vitest'
import { runCleanups } from '../cleanup.ts'

// Vitest runs this file before every test file. The files of a worker share their modules, so a module's own hooks
// would belong only to the first file.
afterAll(runCleanups)
