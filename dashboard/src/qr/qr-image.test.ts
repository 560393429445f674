import { encodeQR } from 'qr';
import { expect, test } from 'vitest';
import { qrImage, qrSvg } from './qr-image.ts';

const text = 'https://go.example.com/spring';

test('draws every dark module once, with room around the code', () => {
  const rows = encodeQR(text, 'raw', { border: 1 });
  const dark = rows.flat().filter(Boolean).length;
  const { size, path } = qrImage(text);
  expect(size).toBe(rows.length + 6);
  expect(path.match(/M\d+ \d+h1v1h-1z/g)).toHaveLength(dark);
  expect(path.startsWith('M4 4h1v1h-1z')).toBe(true);
});

test('as a file is an SVG without anything of the text in it', () => {
  const svg = qrSvg(text);
  expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 (\d+) \1"/);
  expect(svg).not.toContain('go.example.com');
});
