/** A QR code as a picture. Source: ISO/IEC 18004. */
import { encodeQR } from 'qr';
import { newPicture, pngOf } from '../pictures/canvas.ts';

/** What section 9.1 wants around the code, in modules. */
const quietZone = 4;

export type QrImage = {
  /** Modules on a side, the quiet zone included. */
  readonly size: number;
  /** An SVG path of the dark modules, each a square of 1. */
  readonly path: string;
};

export function qrImage(text: string): QrImage {
  const rows = encodeQR(text, 'raw', { border: quietZone });
  const path = rows
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  return { size: rows.length, path };
}

/** A file of its own, dark on white. */
export function qrSvg(text: string): string {
  const { size, path } = qrImage(text);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" width="512" height="512" shape-rendering="crispEdges"><rect width="${size}" height="${size}" fill="#fff"/><path d="${path}"/></svg>\n`;
}

/** Pixels on a side, about: each module has a whole number of them. */
const pngPixels = 1024;

export async function qrPng(text: string): Promise<Blob> {
  const { size, path } = qrImage(text);
  const scale = Math.max(1, Math.round(pngPixels / size));
  const { canvas, context } = newPicture(size * scale, size * scale);
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.scale(scale, scale);
  context.fillStyle = '#000';
  // oxlint-disable-next-line unicorn/no-array-fill-with-reference-type -- not an array's
  context.fill(new Path2D(path));
  return pngOf(canvas);
}
