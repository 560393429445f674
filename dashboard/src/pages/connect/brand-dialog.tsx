/** What connect pages show of the account, for all of its domains. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { sentenceOf } from '../../api/api-error.ts';
import { useAccountUuid } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { FieldStack, TextField } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Pending } from '../../ui/pending.tsx';
import styles from './connect-card.module.css';
import { type Brand, brandQuery, updateBrand } from './connect-queries.ts';

export function BrandDialog({ onClose }: { readonly onClose: () => void }) {
  const { data, error, refetch } = useQuery(brandQuery(useAccountUuid()));
  return (
    <Dialog open onOpenChange={(open) => (open ? undefined : onClose())} title="What your customers see">
      {data ? (
        <BrandForm brand={data} onClose={onClose} />
      ) : (
        <Pending error={error} onRetry={() => void refetch()} lines={3} label="Loading the brand" />
      )}
    </Dialog>
  );
}

function BrandForm({ brand, onClose }: { readonly brand: Brand; readonly onClose: () => void }) {
  const accountUuid = useAccountUuid();
  const queryClient = useQueryClient();
  const [name, setName] = useState(brand.name ?? '');
  const [color, setColor] = useState(brand.color ?? '');
  const [logo, setLogo] = useState(brand.logo);
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setBusy(true);
    setProblem(undefined);
    try {
      await updateBrand(accountUuid, {
        name: name === '' ? null : name,
        color: color === '' ? null : color,
        logo,
      });
      await queryClient.invalidateQueries({ queryKey: ['brand'] });
      onClose();
    } catch (error) {
      setProblem(sentenceOf(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <FieldStack>
        <TextField
          label="Name"
          optional
          hint="Empty: the account’s name."
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <TextField
          label="Colour"
          optional
          hint="Of buttons, such as #1d4ed8."
          value={color}
          onChange={(event) => setColor(event.target.value)}
        />
        <TextField
          label="Logo"
          optional
          type="file"
          accept="image/png,image/jpeg,image/webp"
          hint="PNG, JPEG or WebP, at most 100 KB. It is shown 40 pixels high."
          onChange={(event) => {
            const file = event.currentTarget.files?.[0];
            if (file) void readPicture(file).then(setLogo);
          }}
        />
        {logo === null ? null : (
          <div className={styles['actions']}>
            <img className={styles['logo']} src={logo} alt="The logo" />
            <Button size="s" onClick={() => setLogo(null)}>
              Remove the logo
            </Button>
          </div>
        )}
        {problem === undefined ? null : <Notice tone="danger">{problem}</Notice>}
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={busy}>
            Save
          </Button>
        </DialogActions>
      </FieldStack>
    </form>
  );
}

/** As a `data:` URL; the API says what is wrong with it. */
function readPicture(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(typeof reader.result === 'string' ? reader.result : ''));
    reader.addEventListener('error', () => reject(reader.error ?? new Error('the file cannot be read')));
    reader.readAsDataURL(file);
  });
}
