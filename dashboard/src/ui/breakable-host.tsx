/** A host or origin that wraps between labels rather than within them, with its name as people write it. */
import { Fragment, lazy, Suspense } from 'react';

const UnicodeHost = lazy(async () => ({ default: (await import('./unicode-host.tsx')).UnicodeHost }));

export function BreakableHost({ text }: { readonly text: string }) {
  return (
    <>
      {text.split(/(?<=\/\/)|(?=\.)/).map((part, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- parts have no other name, and never move
        <Fragment key={index}>
          {index === 0 ? null : <wbr />}
          {part}
        </Fragment>
      ))}
      {text.includes('xn--') ? (
        <Suspense>
          <UnicodeHost host={text} />
        </Suspense>
      ) : null}
    </>
  );
}
