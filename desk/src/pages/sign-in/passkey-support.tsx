/** Why the browser cannot use passkeys on this page, and where it can. Null if it can. */
export function whyNoPasskeys(url: string): { reason: string; url?: string } | null {
  const { protocol, hostname, origin } = location
  if (protocol === 'http:' && hostname !== 'localhost' && !isAddress(hostname)) {
    return { reason: 'Passkeys work only over https.', url }
  }
  if (isAddress(hostname))
    return { reason: 'Passkeys work only with the name of the server, not with its address.', url }
  if (origin !== new URL(url).origin) return { reason: 'Passkeys work only at the address of the desk.', url }
  if (!('PublicKeyCredential' in window)) {
    return { reason: 'This browser is too old for passkeys. Use a current Chrome, Edge, Firefox or Safari.' }
  }
  return null
}

/** `path` leads to the same page at the address where passkeys work. */
export function NoPasskeys({
  why: { reason, url },
  path = '',
}: {
  why: { reason: string; url?: string }
  path?: string
}) {
  return (
    <p className="faint">
      {reason}{' '}
      {url !== undefined && (
        <>
          Open{' '}
          <a data-inline href={url + path}>
            {url}
          </a>
          .
        </>
      )}
    </p>
  )
}

function isAddress(hostname: string): boolean {
  return /^[\d.]+$/.test(hostname) || hostname.startsWith('[')
}
