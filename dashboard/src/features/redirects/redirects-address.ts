/** Which dialog the address opens over the list of redirects, so that it can be linked, reloaded and left by going back. */
import { useDialogs } from '../../ui/use-address-dialog.ts';

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export type OpenDialog =
  | { readonly kind: 'new' }
  | { readonly kind: 'copy' | 'edit'; readonly uuid: string }
  | { readonly kind: 'import' };

export function readDialog(search: URLSearchParams): OpenDialog | undefined {
  const edit = search.get('edit');
  const copy = search.get('copy');
  if (edit !== null && uuid.test(edit)) return { kind: 'edit', uuid: edit };
  if (copy !== null && uuid.test(copy)) return { kind: 'copy', uuid: copy };
  if (search.has('new')) return { kind: 'new' };
  return search.has('import') ? { kind: 'import' } : undefined;
}

export function withDialog(search: URLSearchParams, dialog: OpenDialog | undefined): URLSearchParams {
  const next = new URLSearchParams(search);
  for (const name of ['new', 'copy', 'edit', 'import']) next.delete(name);
  if (dialog) next.set(dialog.kind, 'uuid' in dialog ? dialog.uuid : '');
  return next;
}

export function useRedirectsAddress() {
  const { search, ...dialogs } = useDialogs(withDialog);
  return { dialog: readDialog(search), ...dialogs };
}
