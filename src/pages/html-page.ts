export interface Page {
  body: string
  headers: Record<string, string>
}

interface HtmlPage {
  title: string
  /** Elements for the head, as HTML. */
  head: string
  /** The content of the body, as HTML. */
  body: string
  contentSecurityPolicy: string
  headers?: Record<string, string>
}

/** An HTML document that adapts to narrow screens and to the colour scheme of the system. */
export function htmlPage({ title, head, body, contentSecurityPolicy, headers = {} }: HtmlPage): Page {
  return {
    body: `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" href="data:,">
${head}
</head>
<body>
${body}
</body>
</html>
`,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': contentSecurityPolicy,
      ...headers,
    },
  }
}

/** Escapes a text for the content of an element or for an attribute. */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
