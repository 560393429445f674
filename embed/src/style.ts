/** How the elements look. Pages change it by the properties that begin with `--nameplate-`. Source: docs/guides/embedding.md ("Looks"). */

const css = `
:host {
  display: block;
  --accent: var(--nameplate-accent, light-dark(#2f62ea, #7d9fff));
  --text: var(--nameplate-text, light-dark(#12161d, #eef1f5));
  --muted: var(--nameplate-muted, light-dark(#525c6b, #a4aebc));
  --line: var(--nameplate-line, light-dark(#e1e5ea, #333b47));
  --bar: var(--nameplate-bar, light-dark(#dfe8fd, #223052));
  background: var(--nameplate-background, light-dark(#ffffff, #161a21));
  border-radius: var(--nameplate-radius, 8px);
  color: var(--text);
  font: var(--nameplate-font, 0.9375rem/1.5 system-ui, sans-serif);
  padding: var(--nameplate-padding, 1rem);
}
:host([hidden]) { display: none }
:host([theme="light"]) { color-scheme: light }
:host([theme="dark"]) { color-scheme: dark }
:host([theme="auto"]) { color-scheme: light dark }
* { box-sizing: border-box }
[hidden] { display: none !important }
.head { align-items: center; display: flex; flex-wrap: wrap; gap: 0.5rem 1rem; justify-content: space-between; margin-block-end: 1rem }
.host { font-size: 1.125em; font-weight: 600; min-inline-size: 0; overflow-wrap: anywhere }
label { align-items: center; color: var(--muted); display: flex; flex-wrap: wrap; gap: 0 0.5rem; max-inline-size: 100% }
select, button {
  background: transparent; border: 1px solid var(--muted); border-radius: 6px; color: var(--text); cursor: pointer;
  font: inherit; max-inline-size: 100%; min-block-size: 44px; padding: 0 0.75rem;
}
option { background: Canvas; color: CanvasText }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px }
.note { align-items: center; display: flex; flex-wrap: wrap; gap: 0.75rem; margin: 0 0 1rem }
.probe { color: light-dark(#ffffff, #000000) }
.note p { margin: 0 }
.shown { transition: opacity 0.2s }
[aria-busy="true"] .shown { opacity: 0.5 }
dl { display: grid; gap: 1rem; grid-template-columns: repeat(auto-fit, minmax(8rem, 1fr)); margin: 0 0 1.5rem }
dt { color: var(--muted) }
dd { font-size: 1.625em; font-weight: 600; line-height: 1.25; margin: 0 }
figure { margin: 0 0 1.5rem }
svg { block-size: 9rem; border-block-start: 1px dashed var(--line); border-block-end: 1px solid var(--line); display: block; fill: var(--accent); inline-size: 100% }
svg g:hover { fill-opacity: 0.7 }
.all { fill: transparent }
:host(:dir(rtl)) svg { transform: scaleX(-1) }
.most { color: var(--muted); font-size: 0.875em }
.axis { color: var(--muted); display: flex; gap: 1rem; justify-content: space-between; margin: 0.25rem 0 0 }
summary { align-content: center; cursor: pointer; min-block-size: 44px }
.lists { display: grid; gap: 1.5rem 2rem; grid-template-columns: repeat(auto-fit, minmax(min(16rem, 100%), 1fr)); align-items: start }
table { border-collapse: collapse; inline-size: 100%; table-layout: fixed }
caption { font-weight: 600; padding-block-end: 0.25rem; text-align: start }
tr { position: relative; z-index: 0 }
th, td { border-block-end: 1px solid var(--line); padding: 0.375rem 0.5rem; vertical-align: top }
th { font-weight: 400; overflow-wrap: anywhere; text-align: start }
td { font-variant-numeric: tabular-nums; inline-size: 6rem; text-align: end }
th::before { background: var(--bar); border-radius: 4px; content: ""; inline-size: var(--share); inset-block: 3px; inset-inline-start: 0; position: absolute; z-index: -1 }
iframe { block-size: 20rem; border: 0; display: block; inline-size: 100% }
a { color: inherit }
@media (prefers-reduced-motion: reduce) { .shown { transition: none } }
@media (forced-colors: active) { svg { fill: CanvasText } }
`;

let sheet: CSSStyleSheet | undefined;

/** One for all elements of a page. */
export function styleSheet(): CSSStyleSheet {
  if (sheet === undefined) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
  }
  return sheet;
}
