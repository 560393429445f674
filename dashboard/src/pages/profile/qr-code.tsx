/** A QR code: dark on white in both themes, as not every camera reads the opposite. */
import { encodeQR } from 'qr';
import { useMemo } from 'react';
import styles from './qr-code.module.css';

/** What ISO/IEC 18004 section 9.1 wants around the code, in modules. */
const quietZone = 4;

export function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const rows = useMemo(() => encodeQR(text, 'raw', { border: quietZone }), [text]);
  const path = rows
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  return (
    <svg
      className={styles['code']}
      role="img"
      aria-label={label}
      viewBox={`0 0 ${rows.length} ${rows.length}`}
      shapeRendering="crispEdges"
    >
      <path d={path} />
    </svg>
  );
}
