/** The page of the kinds of findings. Source: docs/reference/findings.md. */
import { kinds } from '../src/features/attention/kinds.ts';

export function renderFindingKinds(): string {
  const table = kinds.map(
    ({ kind, severity, opens }) => `| [\`${kind}\`](#${kind}) | ${severity} | ${opens} |`,
  );
  const causes = kinds.map(({ kind, causes: list }) => {
    const rows = Object.entries(list).map(
      ([code, { when, fix }]) => `| \`${code}\` | ${when} | ${typeof fix === 'string' ? fix : ''} |`,
    );
    return `## ${kind}\n\n| \`cause_code\` | when | fix |\n|---|---|---|\n${rows.join('\n')}\n`;
  });
  return `Every kind of [finding](findings.md), and the closed list of its causes.

| kind | severity | opens when |
|---|---|---|
${table.join('\n')}

${causes.join('\n')}`;
}
