import { availableParallelism } from 'node:os'
import { z } from 'zod'
import type { storeVariables } from './store.ts'

const maximum = 64

/** How many processes `serve` starts. */
export const workerVariables = {
  WORKERS: z
    .string()
    .refine(
      (text) => text === 'auto' || (/^\d{1,2}$/.test(text) && Number(text) >= 1 && Number(text) <= maximum),
      `must be auto, or a number of processes from 1 to ${maximum}`,
    )
    .transform((text) => (text === 'auto' ? text : Number(text)))
    .default(1),
}

type WorkerVariables = z.output<z.ZodObject<typeof workerVariables & typeof storeVariables>>

export function toWorkers({ WORKERS, DATABASE_POOL_SIZE }: WorkerVariables): number {
  return WORKERS === 'auto' ? Math.min(availableParallelism(), DATABASE_POOL_SIZE, maximum) : WORKERS
}
