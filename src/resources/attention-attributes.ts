/** Whether a host works for visitors: the last attributes of what is served at one. Source: docs/reference/findings.md ("Verdicts"). */

export const attentionAttributes = {
  verdict: {
    type: 'computed',
    readOnly: true,
    choices: ['broken', 'attention', 'unknown', 'setting_up', 'healthy'],
    description:
      'Whether it works for visitors, and the worst open finding if not. `updated_at` does not change with it.',
    option: {
      value: 'STATE',
      help: 'only those with this verdict: broken, attention, unknown, setting_up or healthy',
    },
    refused: 'is not `broken`, `attention`, `unknown`, `setting_up` or `healthy`',
    filter: { by: 'whole', description: 'Only those with a verdict of this state.' },
  },
  reachable: {
    type: 'computed',
    readOnly: true,
    choices: ['direct', 'proxied', 'no'],
    description:
      'Whether requests for the host arrive here: `direct`, `proxied` (through a server of its owner), `no`; null when that is not known.',
    option: { value: 'HOW', help: 'only those that requests reach this way: direct, proxied or no' },
    refused: 'is not `direct`, `proxied` or `no`',
    filter: { by: 'whole', description: 'Only those that are reachable so.' },
  },
  renewal: {
    type: 'computed',
    readOnly: true,
    description:
      'Whether the next renewal of its automatic certificate will succeed; null while there is no such certificate.',
  },
} as const;
