/**
 * The class of device that a user agent names. Source: docs/reference/enrichment.md ("Devices of requests"). A tablet that calls
 * itself a desktop, as iPads do, is one.
 */

/** '' is none of them, or not known. */
export type DeviceClass = 'mobile' | 'tablet' | 'desktop' | '';

/** What is looked at: work must not grow with what a client sends. */
const maxLength = 512;
const television =
  /\b(?:Smart-?TV|HbbTV|Apple ?TV|Android TV|Google TV|GoogleTV|BRAVIA|AFT[A-Z]\w*|CrKey|Tizen.*TV|Web0S|Xbox|PlayStation|Nintendo)\b/i;
const tablet = /\biPad\b|\bTablet\b|\bPlayBook\b|\bKindle\b|\bSilk\/(?!.*\bMobile\b)/i;
const phone =
  /\bMobi|\biPhone\b|\biPod\b|\bWindows Phone\b|\bOpera Mini\b|\bBlackBerry\b|\bBB10\b|\bKAIOS\b/i;
const desktop = /\bWindows NT\b|\bMacintosh\b|\bX11\b|\bCrOS\b|\bLinux (?:x86_64|i686|amd64)\b/;

export function deviceOf(userAgent: string): DeviceClass {
  const text = userAgent.length > maxLength ? userAgent.slice(0, maxLength) : userAgent;
  if (text === '' || television.test(text)) return '';
  if (tablet.test(text)) return 'tablet';
  if (phone.test(text)) return 'mobile';
  // An Android that does not say "Mobile" has a large screen.
  if (text.includes('Android')) return 'tablet';
  return desktop.test(text) ? 'desktop' : '';
}
