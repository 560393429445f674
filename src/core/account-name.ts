/** What the first account is called until somebody says whose it is; no customer should read it. */
export const unnamedAccount = 'Default';
