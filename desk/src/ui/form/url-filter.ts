import { useSearchParams } from 'wouter'

/** The filters of a list, which are in the address, so that a filtered list can be bookmarked. */
export function useUrlFilter({ replace = true } = {}) {
  const [parameters, setParameters] = useSearchParams()
  const get = (name: string) => parameters.get(name) ?? ''

  function set(name: string, value: string) {
    setParameters(
      (current) => {
        const next = new URLSearchParams(current)
        if (value === '') next.delete(name)
        else next.set(name, value)
        return next
      },
      { replace },
    )
  }
  return {
    get,
    set,
    /** The properties of an input for a filter. */
    bind: (name: string, initial = '') => ({
      block: true,
      value: get(name) || initial,
      onChange: ({ target }: { target: { value: string } }) => set(name, target.value),
    }),
  }
}
