/** Where the control store is kept; plain data, so that it can be handed to another process. */

export type ControlLocation =
  | { readonly kind: 'sqlite'; readonly path: string }
  | { readonly kind: 'postgres'; readonly url: string };
