/** The first letters of a name, for those who see. The name stands beside it. */
export function Avatar({ name }: { name: string }) {
  return (
    <span className="avatar" aria-hidden="true">
      {[...name].slice(0, 2).join('').toLocaleUpperCase()}
    </span>
  )
}
