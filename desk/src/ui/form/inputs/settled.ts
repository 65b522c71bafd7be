import { useEffect, useState } from 'react'

/** What a value is after it has not changed for a moment, so that not every letter that is typed is sent. */
export function useSettled<Value>(value: Value, ms = 150): Value {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return settled
}
