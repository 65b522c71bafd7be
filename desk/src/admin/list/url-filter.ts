import { useSearchParams } from 'wouter'

/** The filters of a list, which the URL contains. */
export function useUrlFilter() {
  const [parameters, setParameters] = useSearchParams()

  function set(name: string, value: string) {
    setParameters(
      (current) => {
        const next = new URLSearchParams(current)
        if (value === '') next.delete(name)
        else next.set(name, value)
        return next
      },
      { replace: true },
    )
  }
  return { get: (name: string) => parameters.get(name) ?? '', set }
}
