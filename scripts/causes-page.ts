/** The page of the causes of diagnoses. Source: docs/reference/diagnosis.md. */
import { causeCodes, causes } from '../src/features/diagnosis/causes.ts';

export function renderCauses(): string {
  const rows = causeCodes.map((code) => {
    const { when, fix } = causes[code];
    return `| \`${code}\` | ${when} | ${typeof fix === 'string' ? fix : 'Set the DNS records that it names.'} |`;
  });
  return `The closed list of \`cause_code\` of a [diagnosis](diagnosis.md).

| \`cause_code\` | when | fix |
|---|---|---|
${rows.join('\n')}
`;
}
