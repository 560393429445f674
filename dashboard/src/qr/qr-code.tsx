/** A QR code: dark on white in both themes, as not every camera reads the opposite. */
import { useMemo } from 'react';
import styles from './qr-code.module.css';
import { qrImage } from './qr-image.ts';

export function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const { size, path } = useMemo(() => qrImage(text), [text]);
  return (
    <svg
      className={styles['code']}
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
    >
      <path d={path} />
    </svg>
  );
}
