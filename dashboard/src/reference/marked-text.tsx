/** The Markdown that descriptions use: paragraphs, `code` and [links](https://example.com). */
import { Fragment } from 'react';

const inline = /(`[^`]+`|\[[^\]]+\]\([^)]+\))/;

export function MarkedText({ text }: { readonly text: string }) {
  return text.split('\n\n').map((paragraph) => (
    <p key={paragraph}>
      <InlineText text={paragraph} />
    </p>
  ));
}

export function InlineText({ text }: { readonly text: string }) {
  return text.split(inline).map((part, index) => {
    const link = /^\[(.+)\]\((.+)\)$/.exec(part);
    const key = `${index}${part}`;
    if (part.startsWith('`')) return <code key={key}>{part.slice(1, -1)}</code>;
    if (link) {
      return (
        <a key={key} href={link[2]}>
          {link[1]}
        </a>
      );
    }
    return <Fragment key={key}>{part}</Fragment>;
  });
}
