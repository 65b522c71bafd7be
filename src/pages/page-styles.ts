/** The styles of pages that are mostly text. */
export const pageStyles = `
:root { color-scheme: light dark; --ink: #1c2333; --paper: #fbfbfd; --soft: #eceff5; --line: #c9d0dd; --link: #0b57b0 }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e4e8f0; --paper: #141821; --soft: #222835; --line: #3b4457; --link: #8fc0ff }
}
body { margin: 0; background: var(--paper); color: var(--ink); font: 1.0625rem/1.6 system-ui, sans-serif }
main { max-width: 42rem; margin: 0 auto; padding: 2.5rem 1.25rem 4rem; overflow-wrap: break-word }
h1 { margin: 0 0 .5rem; font-size: 2.25rem; line-height: 1.2; letter-spacing: -.02em }
h2 { margin: 2.25rem 0 .25rem; font-size: 1.25rem }
p, ul { margin: .5rem 0 }
ul { padding-left: 1.25rem }
a { color: var(--link); text-underline-offset: .15em }
a:focus-visible { outline: 3px solid var(--link); outline-offset: 3px }
.first { display: inline-block; margin-top: .75rem; padding: .5rem 1rem; border-radius: .5rem; font-weight: 600;
  background: var(--link); color: var(--paper); text-decoration: none }
.first:hover { text-decoration: underline }
code { padding: .1em .3em; border-radius: .25rem; background: var(--soft); font: .9em ui-monospace, monospace }
pre { padding: .75rem 1rem; border-radius: .5rem; background: var(--soft);
  white-space: pre-wrap; overflow-wrap: anywhere; user-select: all }
pre code { padding: 0; background: none; font-size: .875rem }
table { width: 100%; margin-top: .75rem; border-collapse: collapse; font-size: .9375rem }
th, td { padding: .4rem .75rem .4rem 0; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top }
td { overflow-wrap: anywhere }
tbody th { font-weight: 400 }
.guide { max-width: 52rem }
.guide nav { margin-bottom: 1.5rem; font-size: .9375rem }
.guide :is(h3, h4) { margin: 1.75rem 0 .25rem; font-size: 1.0625rem }
.guide :is(p, ul, ol) { margin: .75rem 0 }
.guide pre { user-select: auto; white-space: pre; overflow-x: auto; overflow-wrap: normal }
.guide pre.mermaid { background: none; text-align: center; white-space: pre-wrap }
.guide pre.mermaid svg { min-width: 36rem }
.guide .table { overflow-x: auto }
.guide td { overflow-wrap: normal }
.guide img { max-width: 100%; height: auto }
`
