const address = /(https?:\/\/[^\s<>"]*[^\s<>".,;:!?)\]}'])/

/** A text as it was written, with links, in its own direction of writing. */
export function MessageText({ children }: { children: string }) {
  return (
    <p className="text" dir="auto">
      {children.split(address).map((part, index) =>
        index % 2 === 1 ? (
          <a key={`${index} ${part}`} href={part} target="_blank" rel="noreferrer nofollow">
            {part}
          </a>
        ) : (
          part
        ),
      )}
    </p>
  )
}
