/** What pages and e-mails for customers say, in each language. Source: docs/reference/connect-page.md ("Languages"). */
import type { Language } from '../../../core/languages.ts';
import { de } from './de.ts';
import { en } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import { it } from './it.ts';
import { ja } from './ja.ts';
import { nl } from './nl.ts';
import { pt } from './pt.ts';
import type { Texts } from './text-names.ts';

export const texts: Readonly<Record<Language, Texts>> = { en, de, fr, es, pt, it, nl, ja };
