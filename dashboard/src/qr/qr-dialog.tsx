/** The QR code of a short address, to be looked at and saved. */
import { Download } from 'lucide-react';
import { download } from '../csv/download.ts';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogActions } from '../ui/dialog.tsx';
import { useToast } from '../ui/toast.tsx';
import styles from './qr-code.module.css';
import { QrCode } from './qr-code.tsx';
import { qrPng, qrSvg } from './qr-image.ts';

export function QrDialog({ address, onClose }: { readonly address: string; readonly onClose: () => void }) {
  const toast = useToast();
  const name = fileName(address);
  const savePng = async (): Promise<void> => {
    try {
      download(`${name}.png`, await qrPng(address), 'image/png');
    } catch (error) {
      toast.failed(error);
    }
  };
  return (
    <Dialog open onOpenChange={(open) => (open ? undefined : onClose())} title="QR code">
      <div className={styles['shown']}>
        <QrCode text={address} label={`QR code of ${address}`} />
        <p className={styles['address']}>{address}</p>
      </div>
      <DialogActions>
        <Button
          icon={<Download size={16} aria-hidden />}
          onClick={() => download(`${name}.svg`, qrSvg(address), 'image/svg+xml')}
        >
          SVG
        </Button>
        <Button icon={<Download size={16} aria-hidden />} onClick={() => void savePng()}>
          PNG
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function fileName(address: string): string {
  return address
    .replace(/^https?:\/\//, '')
    .replaceAll(/[^A-Za-z0-9.-]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 100);
}
