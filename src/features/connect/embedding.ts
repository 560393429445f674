/** How a page asks to be shown within another one, by its address. Source: docs/reference/connect-page.md ("Inside your product"). */
import { type Reader, readerOf } from '../../core/accept-language.ts';

export type Embedding = {
  /** Without header, footer and background. */
  readonly isEmbedded: boolean;
  /** Undefined: what the browser prefers. */
  readonly theme: 'light' | 'dark' | undefined;
  readonly reader: Reader;
  /** What addresses have that lead back to the page. */
  readonly query: Readonly<Record<string, string>>;
};

/** A `locale` that is none of our languages leaves the choice to the browser. */
export function readEmbedding(
  { embed, theme: wanted, locale }: Readonly<Record<string, unknown>>,
  acceptLanguage: string | undefined,
): Embedding {
  const isEmbedded = embed === '1';
  const theme = wanted === 'light' || wanted === 'dark' ? wanted : undefined;
  const tag = typeof locale === 'string' && /^[A-Za-z\d-]{2,35}$/.test(locale) ? locale : undefined;
  return {
    isEmbedded,
    theme,
    reader: readerOf([tag, acceptLanguage].filter((each) => each !== undefined).join(',')),
    query: {
      ...(isEmbedded && { embed: '1' }),
      ...(theme !== undefined && { theme }),
      ...(tag !== undefined && { locale: tag }),
    },
  };
}
