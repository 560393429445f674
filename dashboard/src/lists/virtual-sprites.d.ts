/** Made by dashboard/sprites/plugin.ts. */
declare module 'virtual:sprites' {
  /** Address of the flags; each symbol's id is an ISO 3166-1 alpha-2 code. */
  export const flags: string;
  /** Address of the icons that `brand-icons.ts` names. */
  export const brands: string;
}
