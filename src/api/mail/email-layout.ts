/** What our e-mails look like: one column that fits a phone, and dark where the reader's mail program is. */
import { Html, html } from '../../core/html.ts';

export const defaultColor = '#1d4ed8';

export type EmailLayout = {
  /** BCP 47. */
  readonly language: string;
  /** Who writes; shown on top. */
  readonly name: string;
  /** `#rrggbb` */
  readonly color?: string | null;
  /** Whether the picture `logo` is attached. */
  readonly hasLogo?: boolean;
  readonly body: Html | readonly Html[];
};

// Mail programs that drop the style sheet show black on white.
const style = `:root{color-scheme:light dark;supported-color-schemes:light dark}
body{background:#fff;color:#1f2328}
a{color:#1d4ed8}
@media (prefers-color-scheme:dark){body{background:#16181d;color:#e6e8eb}a{color:#93b4ff}td,th{border-color:#444!important}}`;

export function emailDocument({ language, name, color = null, hasLogo = false, body }: EmailLayout): string {
  return html`<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<title>${name}</title><style>${new Html(style)}</style></head>
<body style="font:16px/1.5 system-ui,sans-serif;max-width:640px;margin:0 auto;padding:16px;overflow-wrap:anywhere">
<p style="border-bottom:3px solid ${color ?? defaultColor};padding-bottom:8px;font-weight:600">${hasLogo ? html`<img src="cid:logo" alt="" height="40" style="vertical-align:middle"> ` : ''}${name}</p>
${body}
</body></html>
`.text;
}

/** A link that looks like a button, 44 px high. */
export function emailButton(url: string, label: string, color: string | null = null): Html {
  const background = color ?? defaultColor;
  return html`<p><a href="${url}" style="display:inline-block;background:${background};color:${readableOn(background)};padding:10px 16px;border-radius:6px;text-decoration:none">${label}</a></p>`;
}

/** Black or white, whichever has the higher contrast. Source: WCAG 2.2, "relative luminance". */
export function readableOn(color: string): string {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  const luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  return luminance > 0.179 ? '#000' : '#fff';
}
