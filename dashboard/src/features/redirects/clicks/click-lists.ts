/** The lists of the clicks page: what clicks are broken down by. */
import type { LabelKind } from '../../../lists/ranked-report.ts';

export const clickLists = [
  {
    name: 'country',
    dimension: 'request:country',
    title: 'Countries',
    labelHead: 'Country',
    kind: 'country',
  },
  { name: 'source', dimension: 'request:source', title: 'Sources', labelHead: 'Source', kind: 'source' },
  { name: 'device', dimension: 'request:device', title: 'Devices', labelHead: 'Device', kind: 'screen' },
  {
    name: 'browser',
    dimension: 'request:browser',
    title: 'Browsers',
    labelHead: 'Browser',
    kind: 'software',
  },
  { name: 'target', dimension: 'request:target', title: 'Targets', labelHead: 'Target', kind: 'tag' },
  { name: 'rule', dimension: 'request:rule', title: 'Rules', labelHead: 'Rule', kind: 'tag' },
] as const satisfies readonly {
  readonly name: string;
  readonly dimension: `request:${string}`;
  readonly title: string;
  readonly labelHead: string;
  readonly kind: LabelKind;
}[];

export type ClickListOf = (typeof clickLists)[number];
/** As it is in the address. */
export type ClickListName = ClickListOf['name'];
