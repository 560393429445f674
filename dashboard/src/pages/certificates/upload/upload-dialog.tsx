/**
 * Uploads a certificate with its private key. Files are recognised by their content; what was recognised is shown
 * before anything is sent, the key never is. It is held in memory until it was sent or the dialog closes.
 */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ClipboardEvent, useId, useState } from 'react';
import { useNavigate } from 'react-router';
import { isAbout, sentenceOf } from '../../../api/api-error.ts';
import { useAccountUuid, useCanWrite } from '../../../session/session.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog, DialogActions } from '../../../ui/dialog.tsx';
import { DropZone } from '../../../ui/drop-zone.tsx';
import { FieldStack } from '../../../ui/field.tsx';
import { FailureNotice, Notice } from '../../../ui/notice.tsx';
import { useToast } from '../../../ui/toast.tsx';
import { certificatesChanged, createCertificate } from '../certificates-queries.ts';
import { titleOf } from '../certificates-table.tsx';
import { joinFound, nothingFound, readPem } from './read-pem.ts';
import { Recognised } from './recognised.tsx';
import styles from './upload.module.css';

/** The API takes 1 MiB in all. */
const maxBytes = 1_000_000;

export function UploadDialog({ onClose }: { readonly onClose: () => void }) {
  const id = useId();
  const accountUuid = useAccountUuid();
  const canWrite = useCanWrite();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const toast = useToast();
  const [found, setFound] = useState(nothingFound);
  const sending = useMutation({
    // The request contains the key, so it is dropped as soon as it settles.
    gcTime: 0,
    mutationFn: () =>
      createCertificate(accountUuid, {
        certificate: found.certificates.map(({ pem }) => pem).join(''),
        private_key: found.keys.map(({ pem }) => pem).join(''),
      }),
    onSuccess: (certificate) => {
      setFound(nothingFound);
      void certificatesChanged(queryClient);
      toast.done(`The certificate for ${titleOf(certificate)} is now served.`);
      void navigate(`/certificates/${certificate.uuid}`);
    },
  });
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
  const isAboutCertificate = isAbout(sending.error, 'certificate');
  const isAboutKey = isAbout(sending.error, 'private_key');
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
          disabled={!canWrite || sending.isPending}
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
            disabled={!canWrite || sending.isPending}
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
          certificateProblem={isAboutCertificate ? sentenceOf(sending.error) : undefined}
          keyProblem={isAboutKey ? sentenceOf(sending.error) : keysProblem(keys.length)}
          onForget={() => {
            sending.reset();
            setFound(nothingFound);
          }}
        />
        {sending.error && !isAboutCertificate && !isAboutKey ? <FailureNotice error={sending.error} /> : null}
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            busy={sending.isPending}
            disabled={!canWrite || certificates.length === 0 || keys.length !== 1}
            onClick={() => sending.mutate()}
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
