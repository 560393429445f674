/** Roles of people in an account, and what each may do. Source: docs/reference/people.md ("Roles"). */

/** From the most powerful to the least. */
export const roles = ['owner', 'admin', 'viewer'] as const;
export type Role = (typeof roles)[number];

/** What a request needs: to see, to change, or to manage who may do either. */
export type Access = 'read' | 'write' | 'people';

const granted: Readonly<Record<Role, readonly Access[]>> = {
  owner: ['read', 'write', 'people'],
  admin: ['read', 'write'],
  viewer: ['read'],
};

export function roleGrants(role: Role, access: Access): boolean {
  return granted[role].includes(access);
}
