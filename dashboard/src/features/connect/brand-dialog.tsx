/** What connect pages show of the account, for all of its domains. */
import { useQuery } from '@tanstack/react-query';
import { useAccountUuid } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { Pending } from '../../ui/pending.tsx';
import styles from './connect-card.module.css';
import { brandQuery, updateBrand } from './connect-queries.ts';

export function BrandDialog({ onClose }: { readonly onClose: () => void }) {
  const accountUuid = useAccountUuid();
  const { data, error, refetch } = useQuery(brandQuery(accountUuid));
  return (
    <Dialog open onOpenChange={(open) => (open ? undefined : onClose())} title="What your customers see">
      {data ? (
        <Form
          initial={{ name: data.name ?? '', color: data.color ?? '', logo: data.logo }}
          fields={() => [
            { name: 'name', kind: 'text', label: 'Name', optional: true, hint: 'Empty: the account’s name.' },
            {
              name: 'color',
              kind: 'text',
              label: 'Color',
              optional: true,
              hint: 'Of buttons, such as #1d4ed8.',
            },
            {
              name: 'logo',
              kind: 'own',
              render: ({ values, edit, error: problem }) => (
                <Logo logo={values.logo} error={problem} onChange={(logo) => edit({ logo })} />
              ),
            },
          ]}
          send={({ name, color, logo }) =>
            updateBrand(accountUuid, {
              name: name === '' ? null : name,
              color: color === '' ? null : color,
              logo,
            })
          }
          changes={['brand']}
          onSaved={onClose}
          onCancel={onClose}
          action="Save"
        />
      ) : (
        <Pending error={error} onRetry={() => void refetch()} lines={3} label="Loading the brand" />
      )}
    </Dialog>
  );
}

function Logo({
  logo,
  error,
  onChange,
}: {
  readonly logo: string | null;
  readonly error: string | undefined;
  readonly onChange: (logo: string | null) => void;
}) {
  return (
    <>
      <TextField
        label="Logo"
        optional
        type="file"
        accept="image/png,image/jpeg,image/webp"
        hint="PNG, JPEG or WebP, at most 100 KB. It is shown 40 pixels high."
        error={error}
        onChange={(event) => {
          const file = event.currentTarget.files?.[0];
          if (file) void readPicture(file).then(onChange);
        }}
      />
      {logo === null ? null : (
        <div className={styles['actions']}>
          <img className={styles['logo']} src={logo} alt="The logo" />
          <Button size="s" onClick={() => onChange(null)}>
            Remove the logo
          </Button>
        </div>
      )}
    </>
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
