import type { Plugin } from 'graphql-yoga'
import type { DocumentCache } from '../document-cache.ts'

/** Executes queries and mutations by their plans. The usual executor rejects a name that no operation has. */
export function executePlans({ planOf }: Pick<DocumentCache, 'planOf'>): Plugin {
  return {
    onExecute({ args, setExecuteFn }) {
      const plan = planOf(args)
      if (plan) setExecuteFn((given) => plan.execute(given))
    },
  }
}
