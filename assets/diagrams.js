// Draws the diagrams of a page. Without it, their source is shown.

const isDark = matchMedia('(prefers-color-scheme: dark)').matches
// The labels of the documentation contain line breaks and bold text.
mermaid.initialize({ startOnLoad: true, theme: isDark ? 'dark' : 'neutral', securityLevel: 'antiscript' })
