/** A host or origin that wraps between labels rather than within them. */
import { Fragment } from 'react';

export function BreakableHost({ text }: { readonly text: string }) {
  return text.split(/(?<=\/\/)|(?=\.)/).map((part, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- parts have no other name, and never move
    <Fragment key={index}>
      {index === 0 ? null : <wbr />}
      {part}
    </Fragment>
  ));
}
