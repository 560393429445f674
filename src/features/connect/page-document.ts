/** The document around a page of this folder, with its own style and script. Source: docs/reference/connect-page.md. */
import { readableOn } from '../../api/mail/email-layout.ts';
import { Html, html } from '../../core/html.ts';
import type { Language } from '../../core/languages.ts';

const style = `
:root{color-scheme:light dark;--brand:#1d4ed8;--line:#8884;--soft:#8881;--ok:#15803d}
@media (prefers-color-scheme:dark){:root{--ok:#4ade80}}
:root[data-theme=light]{color-scheme:light;--ok:#15803d}
:root[data-theme=dark]{color-scheme:dark;--ok:#4ade80}
*{box-sizing:border-box}
body{background:Canvas;color:CanvasText;font:16px/1.5 system-ui,sans-serif;margin:0 auto;max-width:60rem;padding:1rem}
header{align-items:center;border-bottom:3px solid var(--brand);display:flex;gap:.75rem}
header p{font-weight:600}
header img{max-height:40px;max-width:200px}
h1{font-size:1.6rem;overflow-wrap:anywhere}
h2{font-size:1.2rem;margin-top:2rem}
table{border-collapse:collapse;width:100%}
th,td{border-bottom:1px solid var(--line);padding:.5rem;text-align:left;vertical-align:top}
code{overflow-wrap:anywhere;font-size:.95em}
small{opacity:.8;overflow-wrap:anywhere}
.steps{list-style:none;padding:0}
form{margin-top:1rem}
@media (max-width:40rem){
.records thead{clip-path:inset(50%);height:1px;overflow:hidden;position:absolute;width:1px}
.records tr{border-bottom:1px solid var(--line);display:block;padding:.5rem 0}
.records td{border:0;display:block;padding:.15rem 0}
.records td::before{content:attr(data-label) " ";font-weight:600}
}
.ok,.done{color:var(--ok)}
.done{font-weight:600}
.problems{background:var(--soft);overflow-wrap:anywhere;padding:.75rem 2rem}
.notice{background:var(--soft);border-left:4px solid var(--brand);padding:.75rem 1rem}
button,.button{background:var(--brand);border:2px solid transparent;border-radius:.4rem;color:#fff;cursor:pointer;font:inherit;min-height:44px;min-width:44px;padding:.4rem .9rem}
.button{display:inline-block;text-decoration:none}
button:focus-visible,.button:focus-visible{outline:3px solid currentColor;outline-offset:2px}
.copy{background:none;border:1px solid currentColor;color:inherit;font-size:.8rem;padding:0 .6rem}
.records td:last-child{white-space:nowrap}
.records code{display:inline-block;margin:.6rem .25rem .6rem 0}
.live{display:flex;flex-wrap:wrap;gap:1rem 2rem}
.live dd{align-items:center;display:flex;font-weight:600;margin:0;min-height:44px;overflow-wrap:anywhere}
.live dt{opacity:.8}
.live a,.periods a,summary{align-items:center;color:inherit;display:inline-flex;min-height:44px;min-width:44px}
summary{cursor:pointer;display:list-item;padding:.6rem 0}
.totals{display:flex;flex-wrap:wrap;gap:2rem}
.totals dd{font-size:1.6rem;font-weight:600;margin:0}
.lists{display:grid;gap:2rem;grid-template-columns:repeat(auto-fit,minmax(16rem,1fr))}
.lists table{table-layout:fixed}
.lists th{font-weight:400;overflow-wrap:anywhere}
.lists td{text-align:right;width:6rem}
.chart rect{stroke:currentColor;stroke-opacity:.4;vector-effect:non-scaling-stroke}
.chart{border-bottom:1px solid var(--line);display:block;fill:var(--brand);height:8rem;width:100%}
.axis .most{flex-basis:100%;text-align:center}
.axis{display:flex;flex-wrap:wrap;font-size:.85rem;gap:.5rem;justify-content:space-between;margin:.25rem 0 1rem}
details{margin-bottom:1rem}
.periods{display:flex;flex-wrap:wrap;gap:.25rem 1rem}
.periods [aria-current]{font-weight:600;text-decoration:none}
.embedded{background:transparent;max-width:none;padding:.5rem}
.embedded h1{font-size:1.1rem;margin:0 0 .5rem}
caption{font-weight:600;text-align:left}
footer{border-top:1px solid var(--line);font-size:.9rem;margin-top:3rem;opacity:.85}
`;

/**
 * Copies values, writes times in the browser's zone, tells a page around this one how it is, has records that a DNS provider should
 * have set checked every ten seconds for two minutes, and shows the page anew once its state is another one. Everything else works
 * without.
 */
const script = `
for (const button of document.querySelectorAll('[data-copy]')) {
  if (!navigator.clipboard) break;
  button.hidden = false;
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(button.dataset.copy);
    const text = button.textContent;
    button.textContent = button.dataset.copied;
    setTimeout(() => { button.textContent = text; }, 2000);
  });
}
for (const time of document.querySelectorAll('time[data-locale]')) {
  const day = 'near' in time.dataset ? {} : { year: 'numeric', month: 'short', day: 'numeric' };
  const format = new Intl.DateTimeFormat(time.dataset.locale, { ...day, hour: 'numeric', minute: '2-digit' });
  time.textContent = format.format(new Date(time.dateTime));
}
const { state, checkIn, told, host, origins } = document.body.dataset;
const own = location.ancestorOrigins?.[0];
const tell = (now) => {
  if (parent === window || !origins) return;
  const height = Math.ceil(document.documentElement.getBoundingClientRect().height);
  const message = { type: 'nameplate-connect', state: now, host, title: document.title, height };
  for (const origin of origins.split(' ')) if (!own || own === origin) parent.postMessage(message, origin);
};
tell(told);
new ResizeObserver(() => tell(told)).observe(document.body);
const look = async () => {
  if (document.hidden) return;
  try {
    const answer = await fetch(location.pathname + '/state');
    if (answer.status === 404) tell('closed');
    if (answer.status === 404 || (answer.ok && (await answer.json()).state !== state)) location.reload();
  } catch {}
};
if (state) setInterval(look, 5000);
let checks = 12;
const check = async () => {
  if (checks <= 0) return;
  setTimeout(check, 10500);
  if (document.hidden) return;
  checks -= 1;
  try {
    await fetch(location.pathname + '/check', { method: 'POST', redirect: 'manual' });
  } catch {}
  await look();
};
if (checkIn) setTimeout(check, Number(checkIn));
`;

/** What a page around this one is told, if its origin is one of these. */
export type PageMessage = {
  readonly state: 'waiting' | 'ready';
  readonly host: string;
  readonly origins: readonly string[];
};

export type PageDocument = {
  readonly title: string;
  readonly body: Html;
  readonly language: Language;
  /** Changes when the page would look different; undefined: it never does. */
  readonly state?: string;
  /** After how many milliseconds to have the records checked, and then again and again; undefined: not at all. */
  readonly checkInMs?: number | undefined;
  /** `#rrggbb` */
  readonly color: string | null;
  /** Undefined: what the browser prefers. */
  readonly theme?: 'light' | 'dark' | undefined;
  /** Without a background of its own. */
  readonly isEmbedded?: boolean;
  readonly message?: PageMessage;
  readonly nonce: string;
};

export function pageDocument({
  title,
  body,
  language,
  state,
  checkInMs,
  color,
  theme,
  isEmbedded = false,
  message,
  nonce,
}: PageDocument): string {
  const own = color === null ? '' : `:root{--brand:${color}}button,.button{color:${readableOn(color)}}`;
  return html`<!doctype html>
<html lang="${language}"${theme === undefined ? '' : html` data-theme="${theme}"`}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<style nonce="${nonce}">${new Html(style + own)}</style>
</head>
<body${isEmbedded ? html` class="embedded"` : ''}${state === undefined ? '' : html` data-state="${state}"`}${checkInMs === undefined ? '' : html` data-check-in="${String(checkInMs)}"`}${message === undefined ? '' : html` data-told="${message.state}" data-host="${message.host}" data-origins="${message.origins.join(' ')}"`}>
${body}
<script nonce="${nonce}">${new Html(script)}</script>
</body>
</html>
`.text;
}
