/** Edits the HTML of one error page, typed or from a file. */
import { useState } from 'react';
import { maxErrorPageBytes } from '../../../../src/core/error-page.ts';
import { isAbout, sentenceOf } from '../../api/api-error.ts';
import { formatBytes } from '../../format/numbers.ts';
import { Button } from '../../ui/button.tsx';
import { DropZone } from '../../ui/drop-zone.tsx';
import { FieldStack, TextArea } from '../../ui/field.tsx';
import { FailureNotice } from '../../ui/notice.tsx';
import { useSave } from '../../ui/use-save.ts';
import { type ErrorPageSummary, type PageOwner, setErrorPage } from './error-page-queries.ts';
import styles from './error-pages.module.css';

export function ErrorPageEditor({
  owner,
  status,
  html: stored,
  onClose,
}: {
  readonly owner: PageOwner;
  readonly status: ErrorPageSummary['status'];
  /** Empty: there is no page yet. */
  readonly html: string;
  readonly onClose: () => void;
}) {
  const [html, setHtml] = useState(stored);
  const { isBusy, failure, reset, run } = useSave({
    changes: ['error-pages'],
    done: `The page for ${status} was saved`,
    onSaved: onClose,
  });
  const sizeBytes = new TextEncoder().encode(html).length;
  const isTooLong = sizeBytes > maxErrorPageBytes;
  const edit = (text: string): void => {
    reset();
    setHtml(text);
  };
  const load = async ([file]: readonly File[]): Promise<void> => {
    // A larger file would only be read to be refused.
    if (file) edit(await file.slice(0, maxErrorPageBytes + 1).text());
  };
  const tooLong = `The page has more than ${formatBytes(maxErrorPageBytes)}.`;
  return (
    // Not a form: it may be inside one.
    <div className={styles['editor']}>
      <FieldStack>
        <TextArea
          label={`HTML of the page for ${status}`}
          rows={8}
          value={html}
          autoFocus
          onChange={(event) => edit(event.target.value)}
          error={isTooLong ? tooLong : isAbout(failure, 'html') ? sentenceOf(failure) : undefined}
          hint="Styles and images have to be part of the page: your server can’t send them while it is away."
        />
        <DropZone label="choose a file" accept="text/html,.html,.htm" onFiles={(files) => void load(files)} />
        {failure === undefined || isAbout(failure, 'html') ? null : <FailureNotice error={failure} />}
        <div className={styles['actions']}>
          <Button
            variant="primary"
            busy={isBusy}
            disabled={html.trim() === '' || isTooLong || html === stored}
            onClick={() => void run(() => setErrorPage(owner, status, html))}
          >
            Save page
          </Button>
          <Button variant="ghost" onClick={onClose}>
            Cancel
          </Button>
        </div>
      </FieldStack>
    </div>
  );
}
