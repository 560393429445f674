/** What members may do. */
import type { Member } from '../../../api/resources.ts';

export type Role = Member['role'];

export const roleChoices: readonly { readonly value: Role; readonly label: string }[] = [
  { value: 'viewer', label: 'Viewer: reads' },
  { value: 'admin', label: 'Admin: reads and changes' },
  { value: 'owner', label: 'Owner: also manages people' },
];
