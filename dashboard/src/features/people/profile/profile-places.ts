/** The cards of the profile: each has its id, by which an address leads to it. */
export const profilePlaces = [
  { id: 'password', title: 'Password', words: 'change', needsPassword: true },
  { id: 'second-factor', title: 'Second factor', words: '2fa totp authenticator', needsPassword: true },
  { id: 'passkeys', title: 'Passkeys', words: 'webauthn', needsPassword: true },
  { id: 'sessions', title: 'Sessions', words: 'devices sign out', needsPassword: false },
] as const;
