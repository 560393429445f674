/**
 * Uploads a certificate with its private key. Files are recognised by their content; what was recognised is shown
 * before anything is sent, the key never is. It is held in memory until it was sent or the dialog closes.
 */
import { type ClipboardEvent, useId, useState } from 'react';
import { useNavigate } from 'react-router';
import { isAbout, sentenceOf } from '../../../api/api-error.ts';
import { type Certificate, certificates as resource } from '../../../api/resources.ts';
import { useAccountUuid, useCanWrite } from '../../../session/session.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog, DialogActions } from '../../../ui/dialog.tsx';
import { DropZone } from '../../../ui/drop-zone.tsx';
import { FieldStack } from '../../../ui/field.tsx';
import { FailureNotice, Notice } from '../../../ui/notice.tsx';
import { useSave } from '../../../ui/use-save.ts';
import { titleOf } from '../names.ts';
import { joinFound, nothingFound, readPem } from './read-pem.ts';
import { Recognised } from './recognised.tsx';
import styles from './upload.module.css';

/** The API takes 1 MiB in all. */
const maxBytes = 1_000_000;

export function UploadDialog({ onClose }: { readonly onClose: () => void }) {
  const id = useId();
  const accountUuid = useAccountUuid();
  const canWrite = useCanWrite();
  const navigate = useNavigate();
  const [found, setFound] = useState(nothingFound);
  const sending = useSave<Certificate>({
    changes: [resource.key],
    done: (certificate) => `The certificate for ${titleOf(certificate)} is now served.`,
    onSaved: (certificate) => {
      setFound(nothingFound);
      void navigate(`/certificates/${certificate.uuid}`);
    },
  });
  const send = () =>
    sending.run(() =>
      resource.create(
        { account_uuid: accountUuid },
        {
          certificate: found.certificates.map(({ pem }) => pem).join(''),
          private_key: found.keys.map(({ pem }) => pem).join(''),
        },
      ),
    );
  const add = (...read: readonly ReturnType<typeof readPem>[]): void => {
    sending.reset();
    // New files replace the messages about earlier ones.
    setFound((before) => joinFound([{ ...before, remarks: [] }, ...read]));
  };
  const addFiles = async (files: readonly File[]): Promise<void> => {
    add(
      ...(await Promise.all(
        files.map(async (file) =>
          file.size > maxBytes
            ? { ...nothingFound, remarks: [`${file.name} is too large for a certificate.`] }
            : readPem(file.name, await file.text()),
        ),
      )),
    );
  };
  const paste = (event: ClipboardEvent): void => {
    // Never shown in the field: a visible key can be photographed.
    event.preventDefault();
    const files = [...event.clipboardData.files];
    if (files.length > 0) void addFiles(files);
    else add(readPem('What you pasted', event.clipboardData.getData('text')));
  };
  const { certificates, keys, remarks } = found;
  const isAboutCertificate = isAbout(sending.failure, 'certificate');
  const isAboutKey = isAbout(sending.failure, 'private_key');
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title="Upload a certificate"
      description="Include the intermediates and the private key, in one or more files."
    >
      <FieldStack>
        <DropZone
          label="choose files"
          accept=".pem,.crt,.cer,.key,.chain,.fullchain,.txt,application/x-pem-file,application/x-x509-ca-cert,text/plain"
          multiple
          autoFocus
          disabled={!canWrite || sending.isBusy}
          hint="PEM format, any file names."
          onFiles={(files) => void addFiles(files)}
        />
        <div>
          <label htmlFor={id} className="visually-hidden">
            Paste PEM here
          </label>
          <textarea
            id={id}
            rows={1}
            className={styles['paste']}
            placeholder="Or click here and paste. Pasted text isn't displayed."
            autoComplete="off"
            spellCheck={false}
            value=""
            disabled={!canWrite || sending.isBusy}
            onPaste={paste}
            onChange={(event) => {
              // Some phone keyboards insert text instead of pasting it.
              const text = event.target.value;
              if (text.includes('-----')) add(readPem('What you pasted', text));
            }}
          />
        </div>
        {remarks.map((remark) => (
          <Notice key={remark} tone="warning">
            {remark}
          </Notice>
        ))}
        <Recognised
          found={found}
          certificateProblem={isAboutCertificate ? sentenceOf(sending.failure) : undefined}
          keyProblem={isAboutKey ? sentenceOf(sending.failure) : keysProblem(keys.length)}
          onForget={() => {
            sending.reset();
            setFound(nothingFound);
          }}
        />
        {sending.failure && !isAboutCertificate && !isAboutKey ? (
          <FailureNotice error={sending.failure} />
        ) : null}
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            busy={sending.isBusy}
            disabled={!canWrite || certificates.length === 0 || keys.length !== 1}
            onClick={() => void send()}
          >
            Upload
          </Button>
        </DialogActions>
      </FieldStack>
    </Dialog>
  );
}

function keysProblem(count: number): string | undefined {
  return count > 1
    ? "More than one private key was found. Start over with only this certificate's key."
    : undefined;
}
